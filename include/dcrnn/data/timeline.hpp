#pragma once
// What the timestamps say: the step length and where rows are missing.

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct Gap {
    std::int64_t row;       // the first row after the gap
    std::int64_t from, to;  // timestamps before and after it, seconds
};

struct Timeline {
    std::int64_t step_seconds = 0;  // the most frequent difference
    std::vector<Gap> gaps;          // where the difference is another one
};

// Timestamps ascending (TrafficFile checks it), at least two. Throws Error(data) on fewer.
Timeline read_timeline(const std::vector<std::int64_t>& timestamps);

// "row 20184: from 2017-03-12 01:55:00 to 2017-03-12 03:00:00, 12 steps missing"
std::string describe(const Gap& gap, std::int64_t step_seconds);

}  // namespace dcrnn
