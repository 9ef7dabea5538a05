#include "graph_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace dcrnn {
namespace {

bool has_edge(const EdgesOut& edges, std::int64_t from, std::int32_t to, double weight) {
    const auto begin = edges.to.begin() + edges.begin[static_cast<std::size_t>(from)];
    const auto end = edges.to.begin() + edges.begin[static_cast<std::size_t>(from) + 1];
    const auto found = std::lower_bound(begin, end, to);
    return found != end && *found == to &&
           edges.weight[static_cast<std::size_t>(found - edges.to.begin())] == weight;
}

// Calls use(from, to, weight) for every edge.
template <class Use>
void for_each_edge(const EdgesOut& edges, Use&& use) {
    for (std::int64_t from = 0; from < edges.nodes(); ++from)
        for (auto i = edges.begin[static_cast<std::size_t>(from)];
             i < edges.begin[static_cast<std::size_t>(from) + 1]; ++i)
            use(from, edges.to[static_cast<std::size_t>(i)],
                edges.weight[static_cast<std::size_t>(i)]);
}

std::string range(std::int64_t least, std::int64_t most) {
    return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

}  // namespace

// Sorted by the nodes that they leave, then by those that they lead to.
EdgesOut::EdgesOut(std::int64_t nodes, const std::vector<GraphEntry>& entries)
    : begin(static_cast<std::size_t>(nodes) + 1, 0), to(entries.size()), weight(entries.size()) {
    std::vector<std::size_t> order(entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto before = [&](std::size_t a, std::size_t b) {
        return std::pair(entries[a].from, entries[a].to) <
               std::pair(entries[b].from, entries[b].to);
    };
    if (!std::is_sorted(order.begin(), order.end(), before))
        std::sort(order.begin(), order.end(), before);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const GraphEntry& entry = entries[order[i]];
        ++begin[static_cast<std::size_t>(entry.from) + 1];
        to[i] = entry.to;
        weight[i] = entry.weight;
    }
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
}

GraphFigures figures_of(std::int64_t nodes, const std::vector<GraphEntry>& entries) {
    const EdgesOut edges(nodes, entries);
    GraphFigures figures;
    figures.nodes = nodes;
    figures.symmetric = true;
    std::vector<std::int64_t> out(static_cast<std::size_t>(nodes), 0), in(out);
    for_each_edge(edges, [&](std::int64_t from, std::int32_t to, double weight) {
        if (from == to) {
            ++figures.self_loops;
            return;
        }
        ++figures.edges;
        ++out[static_cast<std::size_t>(from)];
        ++in[static_cast<std::size_t>(to)];
        figures.symmetric =
            figures.symmetric && has_edge(edges, to, static_cast<std::int32_t>(from), weight);
    });
    for (std::size_t i = 0; i < out.size(); ++i) figures.isolated += out[i] + in[i] == 0;
    if (nodes == 0) return figures;
    const auto [least_out, most_out] = std::minmax_element(out.begin(), out.end());
    const auto [least_in, most_in] = std::minmax_element(in.begin(), in.end());
    figures.least_out = *least_out;
    figures.most_out = *most_out;
    figures.least_in = *least_in;
    figures.most_in = *most_in;
    const auto components = strong_components(edges);
    figures.components = static_cast<std::int64_t>(components.size());
    figures.largest_component = *std::max_element(components.begin(), components.end());
    return figures;
}

GraphFigures figures_of(const torch::Tensor& weights) {
    const torch::Tensor values = weights.to(torch::kFloat64).contiguous();
    const auto element = values.accessor<double, 2>();
    std::vector<GraphEntry> entries;
    for (std::int64_t from = 0; from < element.size(0); ++from)
        for (std::int64_t to = 0; to < element.size(1); ++to)
            if (element[from][to] != 0)
                entries.push_back({static_cast<std::int32_t>(from), static_cast<std::int32_t>(to),
                                   element[from][to]});
    return figures_of(element.size(0), entries);
}

std::string describe(const GraphFigures& f) {
    std::string text = fmt::format("{} nodes, {} edges and {} self-loops, {}", f.nodes, f.edges,
                                   f.self_loops, f.symmetric ? "symmetric" : "directed");
    if (f.isolated > 0) text += fmt::format(", {} isolated", f.isolated);
    text += fmt::format("; {} out of a node, {} into one; ", range(f.least_out, f.most_out),
                        range(f.least_in, f.most_in));
    return text + (f.components == 1 ? std::string("strongly connected")
                                     : fmt::format("{} strongly connected components, the largest "
                                                   "of {}",
                                                   f.components, f.largest_component));
}

}  // namespace dcrnn
