// Tarjan's algorithm (SIAM Journal on Computing 1, 1972), with a stack of its own in place of
// calls: a road may be longer than the machine's stack is deep.

#include "graph_figures.hpp"

#include <algorithm>
#include <utility>

namespace dcrnn {
namespace {

struct NodeState {
    std::int64_t order = -1;      // in which the nodes were first seen; -1: not yet
    std::int64_t lowest = 0;      // order that it reaches by way of open nodes
    std::int64_t edges_left = 0;  // not followed yet
    bool is_open = false;         // seen, and its component is not complete
};

class Search {
public:
    explicit Search(const EdgesOut& edges)
        : edges_(edges), nodes_(static_cast<std::size_t>(edges.nodes())) {}

    std::vector<std::int64_t> component_sizes() {
        for (std::size_t node = 0; node < nodes_.size(); ++node)
            if (nodes_[node].order < 0) search_from(node);
        return std::move(sizes_);
    }

private:
    void enter(std::size_t node) {
        const std::int64_t edges = edges_.begin[node + 1] - edges_.begin[node];
        nodes_[node] = {seen_, seen_, edges, true};
        ++seen_;
        open_.push_back(node);
        path_.push_back(node);
    }

    void search_from(std::size_t start) {
        enter(start);
        while (!path_.empty()) {
            const std::size_t from = path_.back();
            NodeState& node = nodes_[from];
            if (node.edges_left == 0) {
                leave(from);
                continue;
            }
            const std::int64_t edge = edges_.begin[from + 1] - node.edges_left--;
            const auto to = static_cast<std::size_t>(edges_.to[static_cast<std::size_t>(edge)]);
            if (nodes_[to].order < 0)
                enter(to);
            else if (nodes_[to].is_open)
                node.lowest = std::min(node.lowest, nodes_[to].order);
        }
    }

    void leave(std::size_t node) {
        const std::int64_t lowest = nodes_[node].lowest;
        path_.pop_back();
        if (!path_.empty())
            nodes_[path_.back()].lowest = std::min(nodes_[path_.back()].lowest, lowest);
        if (lowest != nodes_[node].order) return;
        std::int64_t size = 0;  // the first one of its component: all above it on the stack are in
        for (std::size_t member = node + 1; member != node; ++size) {
            member = open_.back();
            open_.pop_back();
            nodes_[member].is_open = false;
        }
        sizes_.push_back(size);
    }

    const EdgesOut& edges_;
    std::vector<NodeState> nodes_;
    std::vector<std::size_t> open_, path_;
    std::vector<std::int64_t> sizes_;
    std::int64_t seen_ = 0;
};

}  // namespace

std::vector<std::int64_t> strong_components(const EdgesOut& edges) {
    return Search(edges).component_sizes();
}

}  // namespace dcrnn
