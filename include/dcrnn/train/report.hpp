#pragma once
// The test table and the files of figures.

#include "dcrnn/train/evaluation.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct ModelErrors {
    std::string model;  // dcrnn, last_value, historical_average
    Evaluation evaluation;
};

struct ReportFrame {
    std::string split;  // test, val, ...
    std::int64_t step_seconds = 0;
    std::int64_t windows = 0;
    std::vector<std::int64_t>
        horizons;            // to print; empty: 15, 30, 60 minutes, else a quarter, half, all
    std::string null_value;  // for the table's head line
};

// Masked MAE, RMSE, MAPE at the horizons and over all; plain text that ends with a newline.
std::string format_table(const std::vector<ModelErrors>& models, const ReportFrame& frame);

// metrics.csv: model,split,horizon,minutes,mae,rmse,mape,count,mape_count; horizon 0 is all.
std::string metrics_csv(const std::vector<ModelErrors>& models, const ReportFrame& frame);
// sensors.csv: model,split,sensor,mae,rmse,mape,count,mape_count.
std::string sensors_csv(const std::vector<ModelErrors>& models, const ReportFrame& frame,
                        const std::vector<std::string>& sensor_ids);

}  // namespace dcrnn
