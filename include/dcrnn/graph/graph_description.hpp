#pragma once
// What a graph is: the figures of its roads, and of a file said without knowing the sensors it is
// meant for.

#include <torch/types.h>

#include <cstdint>
#include <string>

namespace dcrnn {

struct GraphFigures {
    std::int64_t nodes = 0;
    std::int64_t edges = 0;       // from one node to another
    std::int64_t self_loops = 0;  // from a node to itself
    std::int64_t isolated = 0;    // nodes without edges
    bool symmetric = false;       // every edge stands in both directions with one weight
    std::int64_t least_out = 0, most_out = 0, least_in = 0, most_in = 0;  // edges of one node
    std::int64_t components = 0;                                          // strongly connected ones
    std::int64_t largest_component = 0;                                   // nodes in it
};

GraphFigures figures_of(const torch::Tensor& weights);  // [node, node], on the CPU

// In a line: "207 nodes, 1515 edges and 207 self-loops, directed, ...".
std::string describe(const GraphFigures& figures);

// A few lines: distance list, sensor locations or matrix, its size, and figures. Throws Error(data)
// when it is none of them.
std::string describe_graph(const std::string& path);

}  // namespace dcrnn
