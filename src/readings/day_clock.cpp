#include "day_clock.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace dcrnn {
namespace {

constexpr std::int64_t kDay = 86400, kHour = 3600;

// Seconds of the day in this feature of a row, or nothing where it holds something else.
std::optional<std::int64_t> seconds_in(const StitchedSeries& series, std::int64_t row,
                                       std::int64_t features, std::int64_t feature) {
    constexpr double kInexact = 0.05;  // seconds; float32 has 0.005
    const double* values = series.values.data() + row * series.width;
    const double share = values[feature];
    if (!(share >= 0 && share < 1)) return std::nullopt;
    for (std::int64_t i = feature; i < series.width; i += features)
        if (values[i] != share) return std::nullopt;
    const double seconds = share * static_cast<double>(kDay);
    if (std::abs(seconds - std::round(seconds)) > kInexact) return std::nullopt;
    return std::llround(seconds) % kDay;
}

// From one time of day to the next, 1 s to a day.
std::int64_t forward(std::int64_t from, std::int64_t to) {
    const std::int64_t difference = (to - from + kDay) % kDay;
    return difference == 0 ? kDay : difference;
}

std::optional<DayClock> read_clock(const StitchedSeries& series, std::int64_t features,
                                   std::int64_t feature) {
    DayClock clock;
    clock.feature = feature;
    std::map<std::int64_t, std::int64_t> counts;
    for (std::int64_t row = 0; row < series.rows(); ++row) {
        if (series.features[static_cast<std::size_t>(row)] <= feature) break;
        const auto seconds = seconds_in(series, row, features, feature);
        if (!seconds) return std::nullopt;
        if (!clock.seconds.empty()) ++counts[forward(clock.seconds.back(), *seconds)];
        clock.seconds.push_back(*seconds);
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == counts.end()) return std::nullopt;
    const auto steps = static_cast<std::int64_t>(clock.seconds.size()) - 1;
    if (most->first >= kDay || most->second * 10 < steps * 9) return std::nullopt;
    clock.step_seconds = most->first;
    return clock;
}

}  // namespace

std::optional<DayClock> find_day_clock(const StitchedSeries& series, std::int64_t features) {
    for (std::int64_t feature = 1; feature < features; ++feature)
        if (auto clock = read_clock(series, features, feature)) return clock;
    return std::nullopt;
}

std::vector<std::int64_t> clock_times(const DayClock& clock, std::int64_t first,
                                      std::int64_t rows) {
    std::vector<std::int64_t> times{first};
    for (std::size_t row = 1; row < static_cast<std::size_t>(rows); ++row) {
        std::int64_t step = clock.step_seconds;
        if (row < clock.seconds.size()) {
            step = forward(clock.seconds[row - 1], clock.seconds[row]);
            const bool at_night =
                clock.seconds[row] <= 3 * kHour || clock.seconds[row] >= 23 * kHour;
            if (at_night && step == kDay - kHour + clock.step_seconds)
                step = clock.step_seconds - kHour;
        }
        times.push_back(times.back() + step);
    }
    return times;
}

}  // namespace dcrnn
