#include "dcrnn/graph/adjacency.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "distance_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace dcrnn {
namespace {

enum class GraphKind { distances, matrix };

void require_equal_widths(const CsvTable& table) {
    const std::size_t width = table.rows[0].size();
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        if (table.rows[row].size() == width) continue;
        throw Error(
            ErrorKind::data,
            fmt::format("line {} of the graph file '{}' has {} fields, the lines before it {}",
                        table.lines[row], table.path, table.rows[row].size(), width),
            "all of them must be of one width", "mend or complete this line");
    }
}

// Three rows of three for three sensors may be either. Weights lie between 0 and 1; the pairs of a
// list are sensors. What is both or neither is refused.
GraphKind kind_of_three_by_three(const CsvTable& table,
                                 const std::vector<std::string>& sensor_ids) {
    const std::unordered_set<std::string> ids(sensor_ids.begin(), sensor_ids.end());
    const bool pairs = std::all_of(table.rows.begin(), table.rows.end(), [&](const CsvRow& row) {
        return ids.count(row[0]) == 1 && ids.count(row[1]) == 1;
    });
    const bool weights = std::all_of(table.rows.begin(), table.rows.end(), [](const CsvRow& row) {
        return std::all_of(row.begin(), row.end(), [](const std::string& field) {
            const auto number = read_number(field);
            return number && *number >= 0 && *number <= 1;
        });
    });
    require(pairs != weights, ErrorKind::data,
            fmt::format("the graph file '{}' may be a distance list or a matrix", table.path),
            "it has three rows and columns, as many as there are sensors",
            "start a list with the row from,to,cost, or a matrix with a row of the sensors' ids");
    return pairs ? GraphKind::distances : GraphKind::matrix;
}

GraphKind find_kind(const CsvTable& table, const std::vector<std::string>& sensor_ids) {
    const std::size_t sensors = sensor_ids.size(), width = table.rows[0].size();
    if (width == sensors && table.rows[0] == sensor_ids) return GraphKind::matrix;
    if (width == 3 && sensors == 3 && table.rows.size() == 3 &&
        !has_list_header(table, sensor_ids)) {
        return kind_of_three_by_three(table, sensor_ids);
    }
    if (width == 3) return GraphKind::distances;
    require(width == sensors, ErrorKind::data,
            fmt::format("the graph file '{}' has {} rows of {} fields, the traffic file {} sensors",
                        table.path, table.rows.size(), width, sensors),
            "a matrix has a row and a column for each sensor, a distance list three columns",
            "give the graph of these sensors, fields separated by commas");
    return GraphKind::matrix;
}

// Why a weight cannot be used; nullptr: it can.
const char* flaw_of(double weight) {
    if (!std::isfinite(weight) || weight < 0) return "weights are finite and not negative";
    if (weight > 0 && weight < kSmallestWeight)
        return "a weight so small has no finite reciprocal, and weights are divided by their sum";
    return nullptr;
}

void require_finite_sums(const torch::Tensor& weights, const std::string& origin) {
    const torch::Tensor sums = weights.sum(0) + weights.sum(1);
    const torch::Tensor bad = sums.isfinite().logical_not_().nonzero();
    if (bad.numel() == 0) return;
    throw Error(ErrorKind::data,
                fmt::format("the weights of sensor {} (counted from 1) in {} have no finite sum",
                            bad[0].item<std::int64_t>() + 1, origin),
                "each of them is divided by it", "scale the matrix to weights of about 1");
}

double read_weight(const CsvTable& table, std::size_t row, std::size_t column) {
    const std::string& field = table.rows[row][column];
    const auto weight = read_number(field);
    const char* const flaw = weight ? flaw_of(*weight) : "that is no number";
    if (flaw == nullptr) return *weight;
    throw Error(ErrorKind::data,
                fmt::format("line {}, column {} of the matrix '{}' is '{}'", table.lines[row],
                            column + 1, table.path, field),
                flaw, "mend the file; 0 means no road");
}

Adjacency read_matrix(const CsvTable& table, const std::vector<std::string>& sensor_ids) {
    const std::size_t sensors = sensor_ids.size();
    const bool header = table.rows.size() == sensors + 1 && table.rows[0] == sensor_ids;
    const std::size_t first = header ? 1 : 0;
    require(table.rows.size() - first == sensors, ErrorKind::data,
            fmt::format("the matrix '{}' has {} rows and {} columns", table.path,
                        table.rows.size() - first, sensors),
            "it must have a row and a column for each sensor",
            "give the whole matrix, in the order of the sensors; above it at most one row of their "
            "ids in this order");
    std::vector<double> weights;
    weights.reserve(sensors * sensors);
    for (std::size_t row = first; row < table.rows.size(); ++row) {
        for (std::size_t column = 0; column < sensors; ++column) {
            weights.push_back(read_weight(table, row, column));
        }
    }
    return adjacency_from_values(weights, static_cast<std::int64_t>(sensors),
                                 fmt::format("matrix {}", table.path));
}

std::int64_t count_isolated(const torch::Tensor& weights) {
    const torch::Tensor roads = weights - torch::diag(torch::diag(weights));
    return ((roads.sum(0) + roads.sum(1)) == 0).sum().item<std::int64_t>();
}

}  // namespace

std::int64_t Adjacency::nonzeros() const { return weights.count_nonzero().item<std::int64_t>(); }

Adjacency read_graph(const GraphOptions& options, const std::vector<std::string>& sensor_ids) {
    const FileKind kind = require_readable(options.graph);
    if (kind == FileKind::hdf5)
        refuse_kind(options.graph, kind, "a graph",
                    "give a traffic file to --data; a matrix stored in it is used without --graph");
    const CsvTable table = read_csv(options.graph);
    require_equal_widths(table);
    return find_kind(table, sensor_ids) == GraphKind::distances
               ? weights_of_distances(table, options, sensor_ids)
               : read_matrix(table, sensor_ids);
}

Adjacency adjacency_from_values(const std::vector<double>& weights, std::int64_t sensors,
                                const std::string& origin) {
    const auto width = static_cast<std::size_t>(sensors);
    require(weights.size() == width * width, ErrorKind::data,
            fmt::format("{} holds {} weights", origin, weights.size()),
            fmt::format("{} sensors need {}", sensors, width * width), "give the whole matrix");
    const auto bad = std::find_if(weights.begin(), weights.end(),
                                  [](double weight) { return flaw_of(weight) != nullptr; });
    if (bad != weights.end()) {
        const auto place = static_cast<std::size_t>(bad - weights.begin());
        throw Error(ErrorKind::data,
                    fmt::format("the weight in row {}, column {} of {} is {}", place / width + 1,
                                place % width + 1, origin, *bad),
                    flaw_of(*bad), "mend the matrix; 0 means no road");
    }
    Adjacency adjacency;
    adjacency.weights = torch::tensor(weights, torch::kFloat64).view({sensors, sensors});
    require_finite_sums(adjacency.weights, origin);
    adjacency.origin = origin;
    adjacency.isolated = count_isolated(adjacency.weights);
    return adjacency;
}

}  // namespace dcrnn
