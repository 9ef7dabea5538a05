#include "dcrnn/data/clock_change.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace dcrnn {
namespace {

using Times = std::vector<std::int64_t>;
constexpr std::int64_t kHour = 3600;

// Rows of the later pass of a repeated hour: `first`, `first + stride`, ..., `count` of them.
struct SecondPass {
    std::size_t first = 0, count = 0, stride = 1;
};

// Ascending files have none to look for; then the step does not matter.
std::int64_t most_frequent_rise(const Times& times) {
    std::map<std::int64_t, std::int64_t> counts;
    for (std::size_t row = 1; row < times.size(); ++row)
        if (times[row] > times[row - 1]) ++counts[times[row] - times[row - 1]];
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? 0 : most->first;
}

// Clocks go back at night, to a full hour.
bool may_be_set_back_to(std::int64_t time) {
    const double hour = time_of_day(time) * 24;
    return time % kHour == 0 && (hour <= 3 || hour == 23);
}

// Rows row, row + stride, ... say the full hour once, beginning with `begin`?
bool is_hour(const Times& times, std::size_t row, std::size_t stride, std::int64_t begin,
             std::int64_t step) {
    const auto steps = static_cast<std::size_t>(kHour / step);
    if (row + (steps - 1) * stride >= times.size()) return false;
    for (std::size_t i = 0; i < steps; ++i)
        if (times[row + i * stride] != begin + static_cast<std::int64_t>(i) * step) return false;
    return true;
}

// The second pass that begins at `row`, where time does not rise; count 0 when it is none. Either
// the whole second pass follows the first one, or each time stands twice in turn.
SecondPass find_second_pass(const Times& times, std::size_t row, std::int64_t step) {
    const std::int64_t begin = times[row];
    if (step <= 0 || kHour % step != 0 || !may_be_set_back_to(begin)) return {};
    const auto steps = static_cast<std::size_t>(kHour / step);
    const bool pairs = begin == times[row - 1];
    const std::size_t stride = pairs && steps > 1 ? 2 : 1;
    const std::size_t end = row + (steps - 1) * stride + 1;
    const bool first_pass = pairs ? is_hour(times, row - 1, stride, begin, step)
                                  : times[row - 1] + step == begin + kHour;
    const bool goes_on = end >= times.size() || times[end] >= begin + kHour;
    const bool repeated = first_pass && goes_on && is_hour(times, row, stride, begin, step);
    return repeated ? SecondPass{row, steps, stride} : SecondPass{};
}

[[noreturn]] void refuse(const Times& times, std::size_t row, const std::string& path) {
    const bool repeated = times[row] == times[row - 1];
    throw Error(
        ErrorKind::data,
        fmt::format("the times of '{}' are {} at row {}", path,
                    repeated ? "repeated" : "not ascending", row),
        fmt::format("row {} holds {}, row {} before it {}", row, format_time(times[row]), row - 1,
                    format_time(times[row - 1])),
        "sort the rows by time and keep one of each time; only the full repeated hour of an autumn "
        "clock change is left out by itself");
}

std::string describe(const Times& times, const SecondPass& pass) {
    return fmt::format(
        "row {}: the clocks were set back and the hour from {} to {} stands twice; its first pass "
        "is kept, the {} row{} of the second left out",
        pass.first, format_time(times[pass.first]), format_time(times[pass.first] + kHour),
        pass.count, pass.count == 1 ? "" : "s");
}

void keep(std::vector<RowBlock>& blocks, std::size_t row) {
    const auto number = static_cast<std::int64_t>(row);
    if (!blocks.empty() && blocks.back().first + blocks.back().count == number)
        ++blocks.back().count;
    else
        blocks.push_back({number, 1});
}

}  // namespace

KeptRows keep_ascending(const Times& timestamps, const std::string& path) {
    KeptRows kept;
    const std::int64_t step = most_frequent_rise(timestamps);
    SecondPass pass;  // the one that is being left out
    for (std::size_t row = 0; row < timestamps.size(); ++row) {
        const std::size_t end = pass.first + pass.count * pass.stride;
        const bool inside = row >= pass.first && row < end && pass.count > 0;
        if (inside && (row - pass.first) % pass.stride == 0) continue;
        const bool rises =
            kept.blocks.empty() || inside ||
            timestamps[row] > timestamps[static_cast<std::size_t>(kept.blocks.back().first +
                                                                  kept.blocks.back().count - 1)];
        if (!rises) {
            pass = find_second_pass(timestamps, row, step);
            if (pass.count == 0) refuse(timestamps, row, path);
            kept.notes.push_back(describe(timestamps, pass));
            continue;
        }
        keep(kept.blocks, row);
    }
    return kept;
}

}  // namespace dcrnn
