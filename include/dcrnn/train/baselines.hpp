#pragma once
// The two forecasts that a network must beat: the last reading stays, and it is as it usually is at
// that time. Both learn from the valid readings of the rows that training windows see and forecast
// in raw units, [batch, horizon, sensor, output_dim], on the CPU in the type of the series. A
// sensor never read in training gets the mean of all sensors.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/series.hpp"
#include "dcrnn/data/windows.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

// The last valid reading of a window's inputs; the sensor's training mean where there is none.
class LastValue {
public:
    // Keeps a reference to the series.
    LastValue(const Series& series, const WindowSplit& split, const DataOptions& options);

    torch::Tensor forecast(const std::vector<std::int64_t>& first_rows) const;

private:
    const Series& series_;
    DataOptions options_;
    torch::Tensor mean_;  // [sensor, output_dim]
};

// The mean by time of day, and by weekday too if training covers two weeks. A time never read gets
// the mean of the next coarser kind: time of day, then the sensor.
class HistoricalAverage {
public:
    // Keeps a reference to the series.
    HistoricalAverage(const Series& series, const WindowSplit& split, const DataOptions& options);

    torch::Tensor forecast(const std::vector<std::int64_t>& first_rows) const;

    bool by_weekday() const { return by_weekday_; }

private:
    const Series& series_;
    DataOptions options_;
    bool by_weekday_ = false;
    torch::Tensor table_;  // [time of day or week, sensor, output_dim]
};

}  // namespace dcrnn
