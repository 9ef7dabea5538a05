#include "dcrnn/train/report.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/train/csv_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

std::string number(double value, int decimals) {
    return std::isnan(value) ? "n/a" : fmt::format("{:.{}f}", value, decimals);
}

std::string row(const std::string& when, const std::string& model, const Errors& e) {
    return fmt::format("{:<18} {:<20} {:>9} {:>9} {:>9}\n", when, model, number(e.mae, 4),
                       number(e.rmse, 4), number(e.mape, 3));
}

// The horizons at 15, 30 and 60 minutes where these steps exist, else a quarter, half and all of
// them.
std::vector<std::int64_t> horizons_to_print(const ReportFrame& frame, std::int64_t horizon) {
    if (!frame.horizons.empty()) return frame.horizons;
    std::vector<std::int64_t> chosen;
    for (const std::int64_t minutes : {15, 30, 60}) {
        const std::int64_t seconds = minutes * 60;
        if (seconds % frame.step_seconds != 0 || seconds / frame.step_seconds > horizon) break;
        chosen.push_back(seconds / frame.step_seconds);
    }
    if (chosen.size() == 3) return chosen;
    chosen.clear();
    for (const std::int64_t step : {(horizon + 3) / 4, (horizon + 1) / 2, horizon})
        if (chosen.empty() || step > chosen.back()) chosen.push_back(step);
    return chosen;
}

std::string csv_row(const std::string& head, const Errors& e) {
    return fmt::format("{},{:.6f},{:.6f},{:.6f},{},{}\n", head, e.mae, e.rmse, e.mape, e.count,
                       e.mape_count);
}

}  // namespace

std::string format_table(const std::vector<ModelErrors>& models, const ReportFrame& frame) {
    const auto horizon = models.front().evaluation.by_horizon.cells();
    std::string text = fmt::format(
        "{} ({} windows): masked MAE, RMSE and MAPE (null value {}), at each horizon and over all\n"
        "{:<18} {:<20} {:>9} {:>9} {:>9}\n",
        frame.split, frame.windows, frame.null_value, "horizon", "model", "MAE", "RMSE", "MAPE %");
    for (const auto step : horizons_to_print(frame, horizon)) {
        auto when = fmt::format("{} (step {})", format_minutes(step * frame.step_seconds), step);
        for (const auto& [model, evaluation] : models) {
            text += row(when, model, errors(evaluation.by_horizon, step - 1));
            when.clear();
        }
    }
    auto when = fmt::format("all {} steps", horizon);
    for (const auto& [model, evaluation] : models) {
        text += row(when, model, pooled_errors(evaluation.by_horizon));
        when.clear();
    }
    return text;
}

std::string metrics_csv(const std::vector<ModelErrors>& models, const ReportFrame& frame) {
    std::string text = "model,split,horizon,minutes,mae,rmse,mape,count,mape_count\n";
    for (const auto& [model, evaluation] : models) {
        const auto& sums = evaluation.by_horizon;
        for (std::int64_t step = 1; step <= sums.cells(); ++step)
            text += csv_row(fmt::format("{},{},{},{}", model, frame.split, step,
                                        static_cast<double>(step * frame.step_seconds) / 60.0),
                            errors(sums, step - 1));
        text += csv_row(fmt::format("{},{},0,0", model, frame.split), pooled_errors(sums));
    }
    return text;
}

std::string sensors_csv(const std::vector<ModelErrors>& models, const ReportFrame& frame,
                        const std::vector<std::string>& sensor_ids) {
    std::string text = "model,split,sensor,mae,rmse,mape,count,mape_count\n";
    for (const auto& [model, evaluation] : models)
        for (std::size_t sensor = 0; sensor < sensor_ids.size(); ++sensor)
            text +=
                csv_row(fmt::format("{},{},{}", model, frame.split, csv_field(sensor_ids[sensor])),
                        errors(evaluation.by_sensor, static_cast<std::int64_t>(sensor)));
    return text;
}

}  // namespace dcrnn
