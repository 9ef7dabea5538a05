#pragma once
// The graph to measure with: that of METR-LA where it is at hand, else one of equal size and
// density, as only these decide about the time.

#include <torch/types.h>

#include <string>

namespace dcrnn::bench {

struct RoadGraph {
    torch::Tensor weights;  // [sensor, sensor], float64
    std::string origin;
};

RoadGraph metr_la_graph();

}  // namespace dcrnn::bench
