#include "road_graph.hpp"

#include "dcrnn/graph/adjacency.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace dcrnn::bench {

namespace {

constexpr std::int64_t kSensors = 207, kNonzeros = 1722;
constexpr double kPublishedSigma = 2584.4502;  // over all listed pairs, more than the file holds

RoadGraph synthetic_graph() {
    at::manual_seed(1);
    at::Tensor weights = at::eye(kSensors, at::kDouble);
    const at::Tensor free = (weights == 0).nonzero();  // [pairs, 2]
    const at::Tensor chosen = free.index_select(
        0, at::randperm(free.size(0), at::kLong).narrow(0, 0, kNonzeros - kSensors));
    weights.index_put_({chosen.select(1, 0), chosen.select(1, 1)}, at::full({1}, 0.5, at::kDouble));
    return {weights, "a synthetic graph"};
}

std::vector<std::string> read_ids(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> ids;
    for (std::string id; std::getline(file >> std::ws, id, ',');) {
        ids.push_back(id.substr(0, id.find_last_not_of("\r\n ") + 1));
    }
    return ids;
}

}  // namespace

RoadGraph metr_la_graph() {
    const char* shared = std::getenv("DCRNN_SHARED");
    const std::filesystem::path folder =
        std::filesystem::path(shared != nullptr ? shared : DCRNN_SHARED_FOLDER) /
        "data/metr-la-week";
    GraphOptions options;
    options.graph = folder / "distances_la_207_recovered.csv";
    options.graph_sigma = kPublishedSigma;
    if (!std::filesystem::exists(options.graph)) return synthetic_graph();
    const Adjacency adjacency = read_graph(options, read_ids(folder / "graph_sensor_ids.txt"));
    return {adjacency.weights, adjacency.origin};
}

}  // namespace dcrnn::bench
