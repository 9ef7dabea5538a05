#include "dcrnn/graph/adjacency.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "graph_matrix.hpp"
#include "graph_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

void require_finite_sums(const torch::Tensor& weights, const std::string& origin) {
    const torch::Tensor sums = weights.sum(0) + weights.sum(1);
    const torch::Tensor bad = sums.isfinite().logical_not_().nonzero();
    if (bad.numel() == 0) return;
    throw Error(ErrorKind::data,
                fmt::format("the weights of sensor {} (counted from 1) in {} have no finite sum",
                            bad[0].item<std::int64_t>() + 1, origin),
                "each of them is divided by it", "scale the matrix to weights of about 1");
}

std::int64_t count_isolated(const torch::Tensor& weights) {
    const torch::Tensor roads = weights - torch::diag(torch::diag(weights));
    return ((roads.sum(0) + roads.sum(1)) == 0).sum().item<std::int64_t>();
}

}  // namespace

std::int64_t Adjacency::nonzeros() const { return weights.count_nonzero().item<std::int64_t>(); }

const char* flaw_of_weight(double weight) {
    if (!std::isfinite(weight) || weight < 0) return "weights are finite and not negative";
    if (weight > 0 && weight < kSmallestWeight)
        return "a weight so small has no finite reciprocal, and weights are divided by their sum";
    return nullptr;
}

Adjacency read_graph(const GraphOptions& options, const std::vector<std::string>& sensor_ids) {
    const FileKind kind = require_readable(options.graph);
    if (kind == FileKind::npy || kind == FileKind::zip || kind == FileKind::pickle)
        return adjacency_of_matrix(read_stored_matrix(options.graph, kind), options, sensor_ids);
    if (kind == FileKind::hdf5)
        refuse_kind(options.graph, kind, "a graph",
                    "give a traffic file to --data; a matrix stored in it is used without --graph");
    return adjacency_of_table(read_csv(options.graph), options, sensor_ids);
}

Adjacency adjacency_from_values(const std::vector<double>& weights, std::int64_t sensors,
                                const std::string& origin) {
    const auto width = static_cast<std::size_t>(sensors);
    require(weights.size() == width * width, ErrorKind::data,
            fmt::format("{} holds {} weights", origin, weights.size()),
            fmt::format("{} sensors need {}", sensors, width * width), "give the whole matrix");
    const auto bad = std::find_if(weights.begin(), weights.end(),
                                  [](double weight) { return flaw_of_weight(weight) != nullptr; });
    if (bad != weights.end()) {
        const auto place = static_cast<std::size_t>(bad - weights.begin());
        throw Error(ErrorKind::data,
                    fmt::format("the weight in row {}, column {} of {} is {}", place / width + 1,
                                place % width + 1, origin, *bad),
                    flaw_of_weight(*bad), "mend the matrix; 0 means no road");
    }
    Adjacency adjacency;
    adjacency.weights = torch::tensor(weights, torch::kFloat64).view({sensors, sensors});
    require_finite_sums(adjacency.weights, origin);
    adjacency.origin = origin;
    adjacency.isolated = count_isolated(adjacency.weights);
    return adjacency;
}

}  // namespace dcrnn
