#pragma once
// The graphs to measure with: those of METR-LA (10 and 207 sensors) and PEMS-BAY (325) where they
// are at hand, else some of equal size and density, as only these decide about the time.

#include <torch/types.h>

#include <cstdint>
#include <string>

namespace dcrnn::bench {

struct RoadGraph {
    torch::Tensor weights;  // [sensor, sensor], float64
    std::string origin;

    std::int64_t sensors() const { return weights.size(0); }
    std::int64_t nonzeros() const { return weights.count_nonzero().item<std::int64_t>(); }
};

RoadGraph road_graph(std::int64_t sensors);

}  // namespace dcrnn::bench
