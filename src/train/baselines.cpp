#include "dcrnn/train/baselines.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/data/missing.hpp"

#include <algorithm>
#include <functional>

namespace dcrnn {
namespace {

constexpr std::int64_t kDaySeconds = 86400;

// The number of a row's time of some kind, 0 .. count-1.
struct TimeSlots {
    std::int64_t count;
    std::function<std::int64_t(std::int64_t row)> of_row;
};

TimeSlots no_slots() {
    return {1, [](std::int64_t) { return std::int64_t{0}; }};
}

TimeSlots slots_of_day(const Series& series) {
    const std::int64_t step = series.timeline.step_seconds;
    return {(kDaySeconds + step - 1) / step, [&series, step](std::int64_t row) {
                const std::int64_t time = series.timestamps[static_cast<std::size_t>(row)];
                return (time % kDaySeconds + kDaySeconds) % kDaySeconds / step;
            }};
}

TimeSlots slots_of_week(const Series& series) {
    const TimeSlots day = slots_of_day(series);
    return {7 * day.count, [&series, day](std::int64_t row) {
                const int weekday = day_of_week(series.timestamps[static_cast<std::size_t>(row)]);
                return weekday * day.count + day.of_row(row);
            }};
}

torch::Tensor targets_of(const Series& series, const DataOptions& options) {
    return series.values.narrow(2, 0, options.output_dim);
}

// The rows of training windows, their targets included.
std::int64_t training_rows(const Series& series, const WindowSplit& split,
                           const DataOptions& options) {
    return std::min(split.scaler_rows + options.horizon, series.rows());
}

// Mean of the valid readings of rows 0 .. rows-1 by slot: [slot, sensor, output_dim], double, NaN
// where there are none. In blocks, as the series may be large.
torch::Tensor means(const Series& series, const DataOptions& options, std::int64_t rows,
                    const TimeSlots& slots) {
    constexpr std::int64_t block = 4096;
    const torch::Tensor targets = targets_of(series, options);
    torch::Tensor sums =
        torch::zeros({slots.count, targets.size(1), targets.size(2)}, torch::kFloat64);
    torch::Tensor counts = torch::zeros_like(sums);
    for (std::int64_t first = 0; first < rows; first += block) {
        std::vector<std::int64_t> numbers;
        for (std::int64_t row = first; row < std::min(first + block, rows); ++row) {
            numbers.push_back(slots.of_row(row));
        }
        const torch::Tensor values =
            targets.narrow(0, first, static_cast<std::int64_t>(numbers.size()));
        const torch::Tensor valid = valid_targets(values, options.null_value);
        const torch::Tensor index = torch::tensor(numbers, torch::kInt64);
        sums.index_add_(0, index, values.to(torch::kFloat64).masked_fill(~valid, 0));
        counts.index_add_(0, index, valid.to(torch::kFloat64));
    }
    return sums / counts;
}

torch::Tensor filled(const torch::Tensor& values, const torch::Tensor& fallback) {
    return torch::where(values.isnan(), fallback, values);
}

// [1, sensor, output_dim]
torch::Tensor sensor_means(const Series& series, const DataOptions& options, std::int64_t rows) {
    const torch::Tensor by_sensor = means(series, options, rows, no_slots());
    return filled(by_sensor, by_sensor.nanmean(1, true));
}

}  // namespace

LastValue::LastValue(const Series& series, const WindowSplit& split, const DataOptions& options)
    : series_(series),
      options_(options),
      mean_(sensor_means(series, options, training_rows(series, split, options))[0].to(
          series.values.scalar_type())) {}

torch::Tensor LastValue::forecast(const std::vector<std::int64_t>& first_rows) const {
    const torch::Tensor targets = targets_of(series_, options_);
    const torch::Tensor first = torch::tensor(first_rows, torch::kInt64);
    torch::Tensor last = mean_.unsqueeze(0).expand({first.size(0), -1, -1});
    for (std::int64_t step = 0; step < options_.seq_len; ++step) {
        const torch::Tensor values = targets.index_select(0, first + step);
        last = torch::where(valid_targets(values, options_.null_value), values, last);
    }
    return last.unsqueeze(1).expand({-1, options_.horizon, -1, -1});
}

HistoricalAverage::HistoricalAverage(const Series& series, const WindowSplit& split,
                                     const DataOptions& options)
    : series_(series), options_(options) {
    const std::int64_t rows = training_rows(series, split, options);
    const std::int64_t end = series.timestamps.at(static_cast<std::size_t>(rows - 1));
    const std::int64_t covered = end - series.timestamps[0] + series.timeline.step_seconds;
    by_weekday_ = covered >= 14 * kDaySeconds;
    const TimeSlots day = slots_of_day(series);
    torch::Tensor table =
        filled(means(series, options, rows, day), sensor_means(series, options, rows));
    if (by_weekday_) {
        table =
            filled(means(series, options, rows, slots_of_week(series)), table.repeat({7, 1, 1}));
    }
    table_ = table.to(series.values.scalar_type());
}

torch::Tensor HistoricalAverage::forecast(const std::vector<std::int64_t>& first_rows) const {
    const TimeSlots slots = by_weekday_ ? slots_of_week(series_) : slots_of_day(series_);
    std::vector<std::int64_t> numbers;
    for (const std::int64_t first : first_rows) {
        for (std::int64_t step = 0; step < options_.horizon; ++step) {
            numbers.push_back(slots.of_row(first + options_.seq_len + step));
        }
    }
    return table_.index_select(0, torch::tensor(numbers, torch::kInt64))
        .view({static_cast<std::int64_t>(first_rows.size()), options_.horizon, table_.size(1),
               table_.size(2)});
}

}  // namespace dcrnn
