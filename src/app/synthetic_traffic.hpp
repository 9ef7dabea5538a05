#pragma once
// Made-up but lifelike traffic for trying the program without any data: rush hours on workdays,
// and incidents at random places whose congestion creeps against the direction of traffic from
// sensor to sensor for an hour and more. So what a sensor will read is seen down the road before;
// neither its own last reading nor its usual one tells it. Noise, missing readings and gaps too.

#include "dcrnn/data/traffic_file.hpp"

#include <cstdint>

namespace dcrnn {

struct SyntheticOptions {
    std::int64_t sensors = 20;
    std::int64_t days = 28;  // from Monday, 2024-01-01, a reading every 5 minutes
    std::int64_t seed = 1;
};

// Speeds in km/h, a missing one 0, and the adjacency. A function of the options, equal on every
// platform up to the rounding of exp in the adjacency.
TrafficContent make_synthetic_traffic(const SyntheticOptions& options);

}  // namespace dcrnn
