#include "graph_matrix.hpp"

#include "dcrnn/error.hpp"
#include "id_text.hpp"
#include "node_match.hpp"

#include <fmt/format.h>

#include <utility>

namespace dcrnn {
namespace {

// The weights between the sensors, in their order. An entry that stands twice is a sum, as SciPy
// has it.
std::vector<double> weights_between(const GraphMatrix& matrix,
                                    const std::vector<std::int64_t>& nodes) {
    std::vector<std::int64_t> sensor_of(static_cast<std::size_t>(matrix.nodes), -1);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        sensor_of[static_cast<std::size_t>(nodes[i])] = static_cast<std::int64_t>(i);
    std::vector<double> weights(nodes.size() * nodes.size(), 0.0);
    const auto width = static_cast<std::int64_t>(nodes.size());
    for (const auto& [from, to, weight] : matrix.entries) {
        const std::int64_t row = sensor_of[static_cast<std::size_t>(from)];
        const std::int64_t column = sensor_of[static_cast<std::size_t>(to)];
        if (row >= 0 && column >= 0)
            weights[static_cast<std::size_t>(row * width + column)] += weight;
    }
    return weights;
}

// A weight that stands on one side of the diagonal only is put on the other as well.
std::size_t mirror(std::vector<double>& weights, std::size_t nodes) {
    std::size_t added = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            double& there = weights[i * nodes + j];
            double& back = weights[j * nodes + i];
            if ((there == 0) == (back == 0)) continue;
            const double road = there == 0 ? back : there;
            there = back = road;
            ++added;
        }
    }
    return added;
}

}  // namespace

Adjacency adjacency_of_matrix(GraphMatrix matrix, const GraphOptions& options,
                              const std::vector<std::string>& sensor_ids) {
    require(
        options.max_distance == 0, ErrorKind::usage,
        fmt::format("--max-distance {} has no meaning for {}", options.max_distance, matrix.origin),
        "it limits the distances between sensor locations", "leave it away");
    if (!options.graph_ids.empty() && matrix.ids.empty()) {
        matrix.ids = read_id_file(options.graph_ids);
        require(static_cast<std::int64_t>(matrix.ids.size()) == matrix.nodes, ErrorKind::data,
                fmt::format("'{}' holds {} ids", options.graph_ids, matrix.ids.size()),
                fmt::format("{} has {} rows", matrix.origin, matrix.nodes),
                "give the ids of this graph");
    }
    const NodeMatch match = match_nodes(matrix.ids, matrix.nodes, sensor_ids, matrix.origin);
    auto weights = weights_between(matrix, match.nodes);
    const std::size_t added = options.undirected ? mirror(weights, sensor_ids.size()) : 0;
    Adjacency adjacency =
        adjacency_from_values(weights, static_cast<std::int64_t>(sensor_ids.size()), matrix.origin);
    if (!match.note.empty()) adjacency.notes.push_back(match.note);
    if (options.undirected)
        adjacency.notes.push_back(
            fmt::format("{} roads of the graph had one direction and now have both", added));
    return adjacency;
}

}  // namespace dcrnn
