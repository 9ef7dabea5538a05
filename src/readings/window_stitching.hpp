#pragma once
// The one series behind overlapping windows, put together again. Every window of every set is read
// and compared with what the others say of its rows, number by number.

#include "window_sets.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct StitchedSeries {
    std::int64_t width = 0;              // sensors times features
    std::vector<double> values;          // [row, sensor, feature] of x
    std::vector<std::int64_t> features;  // known of each row: at the end y may have fewer than x
    std::vector<std::string> notes;      // how the sets follow each other

    std::int64_t rows() const { return static_cast<std::int64_t>(features.size()); }
};

// Sets in order of time, each following the one before: with the window after its last one, as the
// published split does, or with rows that no window of it has. Throws Error(data) that names set,
// window and sensor where two windows contradict each other.
StitchedSeries stitch(const std::vector<WindowSet>& sets);

}  // namespace dcrnn
