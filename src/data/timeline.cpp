#include "dcrnn/data/timeline.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace dcrnn {
namespace {

std::int64_t most_frequent_step(const std::vector<std::int64_t>& timestamps) {
    std::map<std::int64_t, std::int64_t> counts;
    for (std::size_t row = 1; row < timestamps.size(); ++row)
        ++counts[timestamps[row] - timestamps[row - 1]];
    // Of equally frequent ones the shortest, which stands first in the map.
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

}  // namespace

Timeline read_timeline(const std::vector<std::int64_t>& timestamps) {
    require(timestamps.size() >= 2, ErrorKind::data,
            fmt::format("the series has {} row(s) only", timestamps.size()),
            "a time step needs two", "give a longer series");
    Timeline timeline;
    timeline.step_seconds = most_frequent_step(timestamps);
    for (std::size_t row = 1; row < timestamps.size(); ++row)
        if (timestamps[row] - timestamps[row - 1] != timeline.step_seconds)
            timeline.gaps.push_back(
                {static_cast<std::int64_t>(row), timestamps[row - 1], timestamps[row]});
    return timeline;
}

std::string describe(const Gap& gap, std::int64_t step_seconds) {
    const std::int64_t length = gap.to - gap.from;
    const std::int64_t missing = length / step_seconds - 1;
    const std::string what =
        length % step_seconds == 0
            ? fmt::format("{} step{} missing", missing, missing == 1 ? "" : "s")
            : fmt::format("{} instead of {}", format_minutes(length), format_minutes(step_seconds));
    return fmt::format("row {}: from {} to {}, {}", gap.row, format_time(gap.from),
                       format_time(gap.to), what);
}

}  // namespace dcrnn
