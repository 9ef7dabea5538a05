#pragma once
// Times from a feature that holds the time of day, as a share of the day, for all sensors alike.

#include "window_stitching.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

struct DayClock {
    std::int64_t feature = 0;           // which one it is
    std::int64_t step_seconds = 0;      // the most frequent difference
    std::vector<std::int64_t> seconds;  // of the day, of the rows that know it
};

// The first such feature but for feature 0, which is the reading itself.
std::optional<DayClock> find_day_clock(const StitchedSeries& series, std::int64_t features);

// Times of all rows from the first one on. A clock that goes back by an hour at night was set back;
// any other step back is the next day. Rows that know no time follow in even steps.
std::vector<std::int64_t> clock_times(const DayClock& clock, std::int64_t first, std::int64_t rows);

}  // namespace dcrnn
