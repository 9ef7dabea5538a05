#include "synthetic_roads.hpp"

#include <cmath>
#include <functional>
#include <queue>
#include <unordered_set>
#include <utility>

namespace dcrnn {
namespace {

constexpr double kShortest = 1.5, kLongest = 2.5;  // kilometres of a road
constexpr double kKernelWidth = 3.0;               // kilometres
constexpr double kKernelCut = 0.1;

using Roads = std::vector<std::vector<Distance>>;

// Dijkstra's algorithm, up to a distance.
std::vector<Distance> within(const Roads& roads, std::int64_t start, double kilometres) {
    using Entry = std::pair<double, std::int64_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::unordered_set<std::int64_t> done;
    std::vector<Distance> reached;
    open.emplace(0.0, start);
    while (!open.empty()) {
        const auto [distance, sensor] = open.top();
        open.pop();
        if (!done.insert(sensor).second) continue;
        reached.push_back({sensor, distance});
        for (const Distance& road : roads[static_cast<std::size_t>(sensor)]) {
            const double next = distance + road.kilometres;
            if (next <= kilometres) open.emplace(next, road.sensor);
        }
    }
    return reached;
}

}  // namespace

SyntheticRoads::SyntheticRoads(std::int64_t sensors, SeededRandom& random)
    : out_(static_cast<std::size_t>(sensors)), in_(out_.size()) {
    for (std::int64_t i = 0; i < sensors && sensors > 1; ++i) {
        add_road(i, (i + 1) % sensors, random.between(kShortest, kLongest));
    }
    for (std::int64_t street = 0; street < sensors / 8; ++street) {
        const std::int64_t from = random.below(sensors), to = random.below(sensors);
        const double kilometres = 2 * random.between(kShortest, kLongest);
        if (from == to) continue;
        add_road(from, to, kilometres);
        add_road(to, from, kilometres);
    }
}

void SyntheticRoads::add_road(std::int64_t from, std::int64_t to, double kilometres) {
    out_[static_cast<std::size_t>(from)].push_back({to, kilometres});
    in_[static_cast<std::size_t>(to)].push_back({from, kilometres});
}

std::vector<Distance> SyntheticRoads::downstream(std::int64_t sensor, double kilometres) const {
    return within(out_, sensor, kilometres);
}

std::vector<Distance> SyntheticRoads::upstream(std::int64_t sensor, double kilometres) const {
    return within(in_, sensor, kilometres);
}

std::vector<double> SyntheticRoads::adjacency() const {
    const std::size_t count = out_.size();
    std::vector<double> weights(count * count, 0.0);
    for (std::size_t from = 0; from < count; ++from) {
        for (const Distance& to : downstream(static_cast<std::int64_t>(from), 2 * kKernelWidth)) {
            const double ratio = to.kilometres / kKernelWidth;
            const double weight = std::exp(-ratio * ratio);
            if (weight < kKernelCut) continue;
            weights[from * count + static_cast<std::size_t>(to.sensor)] = weight;
        }
    }
    return weights;
}

}  // namespace dcrnn
