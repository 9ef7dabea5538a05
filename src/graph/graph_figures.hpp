#pragma once
// The figures of a graph from its edges.

#include "dcrnn/graph/graph_description.hpp"
#include "graph_matrix.hpp"

#include <cstdint>
#include <vector>

namespace dcrnn {

// Every entry is an edge, whatever its weight; their order is free.
GraphFigures figures_of(std::int64_t nodes, const std::vector<GraphEntry>& entries);

// The edges out of each node, in the order of the nodes that they lead to.
struct EdgesOut {
    std::vector<std::int64_t> begin;  // [nodes + 1]
    std::vector<std::int32_t> to;     // [edges]
    std::vector<double> weight;       // [edges]

    EdgesOut(std::int64_t nodes, const std::vector<GraphEntry>& entries);
    std::int64_t nodes() const { return static_cast<std::int64_t>(begin.size()) - 1; }
};

// How many nodes each strongly connected component has: nodes that reach each other.
std::vector<std::int64_t> strong_components(const EdgesOut& edges);

}  // namespace dcrnn
