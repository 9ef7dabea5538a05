#pragma once
// Forecasts in long form: one line for each window, step, sensor and output.

#include "forecast_file.hpp"

#include <string>

namespace dcrnn {

// issued,time,horizon,sensor,feature,unit,forecast and, where there is one, truth
std::string csv_header(const ForecastFrame& frame);
std::string csv_rows(const ForecastFrame& frame, const ForecastBlock& block);

}  // namespace dcrnn
