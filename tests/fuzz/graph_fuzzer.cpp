// Any bytes as a graph file of four sensors: an Error, or weights for them; and its description.
#include "dcrnn/error.hpp"
#include "dcrnn/graph/adjacency.hpp"
#include "dcrnn/graph/graph_description.hpp"
#include "memory_file.hpp"

namespace {

const std::vector<std::string> kNamed{"a", "b", "c", "d"}, kCounted{"0", "1", "2", "3"};

void read(const dcrnn::GraphOptions& options, const std::vector<std::string>& ids) {
    try {
        const auto graph = dcrnn::read_graph(options, ids);
        if (graph.weights.size(0) != 4 || graph.weights.size(1) != 4) std::abort();
        if (!graph.weights.isfinite().all().item<bool>()) std::abort();
    } catch (const dcrnn::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const dcrnn::fuzz::MemoryFile input(bytes, size);
    dcrnn::GraphOptions options;
    options.graph = input.path();
    read(options, kNamed);
    options.undirected = true;
    read(options, kCounted);
    options.max_distance = 1e6;
    read(options, kNamed);
    try {
        dcrnn::describe_graph(input.path());
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
