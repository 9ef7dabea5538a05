#pragma once
// A made-up city: a one-way ring road with a sensor every few kilometres, and two-way streets
// across it.

#include "seeded_random.hpp"

#include <cstdint>
#include <vector>

namespace dcrnn {

struct Distance {
    std::int64_t sensor;  // to it, or from it
    double kilometres;
};

class SyntheticRoads {
public:
    SyntheticRoads(std::int64_t sensors, SeededRandom& random);

    std::int64_t sensors() const { return static_cast<std::int64_t>(out_.size()); }

    // Sensors within `kilometres`, the start included, nearest first: those one can drive to, and
    // those one can come from.
    std::vector<Distance> downstream(std::int64_t sensor, double kilometres) const;
    std::vector<Distance> upstream(std::int64_t sensor, double kilometres) const;

    // Weights from row to column, [sensor, sensor]: the Gaussian kernel of the driving distances,
    // cut below 0.1; with this width the next sensor weighs about 0.6, the one after it about 0.2.
    std::vector<double> adjacency() const;

private:
    void add_road(std::int64_t from, std::int64_t to, double kilometres);

    std::vector<std::vector<Distance>> out_, in_;  // roads of each sensor
};

}  // namespace dcrnn
