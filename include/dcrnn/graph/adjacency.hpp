#pragma once
// The weighted adjacency matrix of the sensors and where it comes from. W[i, j] is the weight from
// sensor i to sensor j.

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace dcrnn {

struct Adjacency {
    torch::Tensor weights;  // [sensor, sensor], float64, >= 0, CPU
    std::string origin;  // for people: "distance list distances.csv, sigma 2584.45, threshold 0.1"
    std::int64_t isolated = 0;  // sensors without any road to or from another sensor

    std::int64_t nonzeros() const;
};

// Reads a graph file and finds out what it is: three columns from,to,cost (with or without header,
// any order, ids matched to sensor_ids, pairs of other sensors ignored) or a square matrix in the
// order of the sensors, both CSV. Distances d become w = exp(-(d/sigma)^2), cut below the threshold
// (DCRNN paper, section 4.1); sigma is the population deviation over the listed pairs between these
// sensors, self pairs included, unless given. Throws Error(data): unreadable file, no or only some
// sensors known (named), negative or NaN cost, a pair twice with two costs, a matrix of another
// size.
Adjacency read_graph(const GraphOptions& options, const std::vector<std::string>& sensor_ids);

// The smallest weight above 0: the reciprocal of a smaller number, or of a sum of such, is
// infinite.
inline constexpr double kSmallestWeight = std::numeric_limits<double>::min();

// Wraps the matrix stored with the readings. Throws Error(data) on weights that are negative, not
// finite or smaller than that, and on a sensor whose weights have no finite sum.
Adjacency adjacency_from_values(const std::vector<double>& weights, std::int64_t sensors,
                                const std::string& origin);

}  // namespace dcrnn
