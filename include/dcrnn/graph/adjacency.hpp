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
    std::int64_t isolated = 0;       // sensors without any road to or from another sensor
    std::vector<std::string> notes;  // for people: what was merged, reordered or taken by place

    std::int64_t nonzeros() const;
};

// Reads a graph file and finds out what it is.
//
// Distances, as CSV: three columns from,to,cost (with or without header, any order; more columns
// with a header such as LibCity's .rel). Pairs of other sensors are ignored; a pair may be repeated
// with its distance. Names that are no ids may be places (list_names.hpp).
// Sensor locations, as CSV: id, latitude, longitude; great-circle distances up to max_distance.
// Distances d become w = exp(-(d/sigma)^2), cut below the threshold (DCRNN paper, section 4.1);
// sigma is the population deviation over the pairs between these sensors, self pairs included,
// unless given.
// A square matrix of weights: CSV with or without a row (and column) of ids, .npy, .npz (one square
// array, or a sparse matrix of SciPy), adj_mx.pkl ([ids, map, matrix] or the matrix alone). Its ids
// are matched with the sensors', and it is reordered where needed.
//
// What was found and done goes into the notes. Throws Error(data): unreadable file, sensors that
// are missing, too many or repeated (named), negative or NaN cost, a pair twice with two costs, a
// matrix of another size; Error(usage) when an option does not fit the kind of file.
Adjacency read_graph(const GraphOptions& options, const std::vector<std::string>& sensor_ids);

// The smallest weight above 0: the reciprocal of a smaller number, or of a sum of such, is
// infinite.
inline constexpr double kSmallestWeight = std::numeric_limits<double>::min();

// Wraps the matrix stored with the readings. Throws Error(data) on weights that are negative, not
// finite or smaller than that, and on a sensor whose weights have no finite sum.
Adjacency adjacency_from_values(const std::vector<double>& weights, std::int64_t sensors,
                                const std::string& origin);

}  // namespace dcrnn
