#include "day_clock.hpp"
#include "dcrnn/data/calendar.hpp"
#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "source_kinds.hpp"
#include "window_sets.hpp"
#include "window_stitching.hpp"
#include "written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

constexpr std::int64_t kDay = 86400;

// The time of the first row: the day is the user's, the time of day the windows'.
std::int64_t first_time(const DayClock& clock, const SourceOptions& options,
                        const std::string& path) {
    require(!options.start.empty(), ErrorKind::usage,
            fmt::format("the windows of '{}' do not say on which day they begin", path),
            fmt::format("they have the time of day only; the first row is at {}",
                        format_time(clock.seconds.front()).substr(11)),
            "add --start '2012-03-01', the day of the first row");
    const std::int64_t start = option_time("start", options.start);
    const std::int64_t of_day = ((start % kDay) + kDay) % kDay;
    require(of_day == 0 || of_day == clock.seconds.front(), ErrorKind::usage,
            fmt::format("--start {} is not the first row of '{}'", options.start, path),
            fmt::format("its time of day is {}", format_time(clock.seconds.front()).substr(11)),
            "give the day alone, or the time of the first row");
    require(options.step_minutes <= 0 || step_seconds(options) == clock.step_seconds,
            ErrorKind::usage,
            fmt::format("--step-minutes {} is not that of '{}'", options.step_minutes, path),
            fmt::format("its rows are {} apart", format_minutes(clock.step_seconds)),
            "leave the option away");
    return start - of_day + clock.seconds.front();
}

// Everything but the time of day, which the program makes of the times itself.
std::vector<double> without_feature(const StitchedSeries& series, std::int64_t features,
                                    std::int64_t left_out) {
    std::vector<double> values;
    values.reserve(series.values.size() / static_cast<std::size_t>(features) *
                   static_cast<std::size_t>(features - 1));
    for (std::size_t i = 0; i < series.values.size(); ++i)
        if (static_cast<std::int64_t>(i) % features != left_out) values.push_back(series.values[i]);
    return values;
}

void note_tail(TrafficSource& source, const StitchedSeries& series, std::int64_t features,
               bool has_clock) {
    const auto short_rows = std::count_if(series.features.begin(), series.features.end(),
                                          [&](std::int64_t known) { return known < features; });
    if (short_rows == 0) return;
    const auto known = series.features.back();
    if (has_clock)
        source.notes.push_back(fmt::format(
            "the last {} rows have no time of day (y has not): they follow in even steps",
            short_rows));
    if (known < features - (has_clock ? 1 : 0))
        source.notes.push_back(
            fmt::format("the last {} rows have {} of the features only (those "
                        "of y): the others are missing",
                        short_rows, known));
}

std::string sets_text(const std::vector<WindowSet>& sets) {
    std::string text;
    for (const WindowSet& set : sets)
        text += fmt::format("{}{}", text.empty() ? "" : " + ", set.samples);
    return fmt::format("windows, {} of {} + {} steps", text, sets[0].steps,
                       sets[0].following_steps);
}

bool are_wide(const std::vector<WindowSet>& sets) {
    return std::any_of(sets.begin(), sets.end(), [](const WindowSet& set) {
        return set.x.header().bytes > 4 || set.y.header().bytes > 4;
    });
}

}  // namespace

TrafficSource windows_source(const std::vector<std::string>& paths, const DataOptions& options) {
    std::vector<WindowSet> sets;
    for (const std::string& path : in_order_of_time(paths)) sets.push_back(open_windows(path));
    StitchedSeries series = stitch(sets);
    const std::int64_t features = sets[0].features;
    const auto clock = find_day_clock(series, features);

    TrafficSource source;
    source.path = paths.size() == 1 ? paths[0]
                                    : fmt::format("{} and {} more", sets[0].path, paths.size() - 1);
    source.layout = sets_text(sets);
    source.notes = series.notes;
    if (clock) {
        source.timestamps =
            clock_times(*clock, first_time(*clock, options.source, source.path), series.rows());
        source.notes.push_back(
            fmt::format("feature {} is the time of day: the times are made of it and --start (gaps "
                        "of whole days would not show), and it is left out of the readings",
                        clock->feature));
        series.values = without_feature(series, features, clock->feature);
    } else {
        source.timestamps = given_times(options.source, series.rows(), source.path,
                                        "no feature of its windows is the time of day");
        source.notes.emplace_back("the windows have no time of day: gaps would not show");
    }
    note_tail(source, series, features, clock.has_value());
    const std::int64_t kept = features - (clock ? 1 : 0);
    source.sensor_ids = given_ids(options.source, sets[0].sensors, source.path, source.notes);
    source.feature_names = feature_names(options.source, default_feature_names(kept), source.path);
    source.feature_units.assign(static_cast<std::size_t>(kept), "");
    const std::int64_t width = sets[0].sensors * kept;
    source.rows =
        are_wide(sets)
            ? rows_in_memory(std::move(series.values), width)
            : rows_in_memory(std::vector<float>(series.values.begin(), series.values.end()), width);
    return source;
}

}  // namespace dcrnn
