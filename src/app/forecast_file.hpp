#pragma once
// Forecasts as a file, written block by block: HDF5, or CSV in long form where the name ends in
// .csv. Whole or absent: what stood under the name stays until finish().
//
// HDF5: forecast, truth [window, horizon, sensor, output] in raw units, missing truth NaN; times
// [window, horizon] and issued [window] (the newest reading that the forecast knew) in seconds of
// local civil time; sensor_ids, feature_names, feature_units.

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace dcrnn {

struct ForecastFrame {
    std::int64_t windows = 0, horizon = 0;
    std::vector<std::string> sensor_ids, feature_names, feature_units;  // features: the outputs
    torch::Dtype type = torch::kFloat32;
    bool has_truth = true;   // false: the future
    std::string checkpoint;  // for people
};

struct ForecastBlock {
    std::int64_t first_window = 0;
    std::vector<std::int64_t> issued;  // [window]
    std::vector<std::int64_t> times;   // [window, horizon]
    torch::Tensor forecast,
        truth;  // [window, horizon, sensor, output], CPU; truth may be undefined
};

class ForecastWriter {
public:
    virtual ~ForecastWriter() = default;
    virtual void write(const ForecastBlock& block) = 0;
    virtual void finish() = 0;
};

std::unique_ptr<ForecastWriter> create_forecast_file(const std::string& path,
                                                     const ForecastFrame& frame);
std::unique_ptr<ForecastWriter> print_forecast(std::ostream& stream, const ForecastFrame& frame);

}  // namespace dcrnn
