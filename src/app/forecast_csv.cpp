#include "forecast_csv.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/train/csv_field.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace dcrnn {
namespace {

// Quoted where the text would otherwise break the line (RFC 4180).
std::vector<std::string> csv_fields(const std::vector<std::string>& texts) {
    std::vector<std::string> fields;
    for (const auto& text : texts) fields.push_back(csv_field(text));
    return fields;
}

// The shortest text that reads back as the same number; nothing for a missing reading.
template <class T>
void append_number(std::string& text, T number) {
    text += ',';
    if (!std::isnan(number)) fmt::format_to(std::back_inserter(text), "{}", number);
}

template <class T>
std::string rows(const ForecastFrame& frame, const ForecastBlock& block) {
    const auto forecast = block.forecast.contiguous();
    const auto truth = frame.has_truth ? block.truth.contiguous() : torch::Tensor();
    const T* next_forecast = forecast.data_ptr<T>();
    const T* next_truth = frame.has_truth ? truth.data_ptr<T>() : nullptr;
    const auto sensors = csv_fields(frame.sensor_ids);
    const auto names = csv_fields(frame.feature_names), units = csv_fields(frame.feature_units);
    const auto horizon = static_cast<std::size_t>(frame.horizon);

    std::string text;
    for (std::size_t window = 0; window < block.issued.size(); ++window)
        for (std::size_t step = 0; step < horizon; ++step) {
            const auto times =
                fmt::format("{},{},{}", format_time(block.issued[window]),
                            format_time(block.times[window * horizon + step]), step + 1);
            for (const auto& sensor : sensors)
                for (std::size_t f = 0; f < names.size(); ++f) {
                    fmt::format_to(std::back_inserter(text), "{},{},{},{}", times, sensor, names[f],
                                   units[f]);
                    append_number(text, *next_forecast++);
                    if (next_truth != nullptr) append_number(text, *next_truth++);
                    text += '\n';
                }
        }
    return text;
}

}  // namespace

std::string csv_header(const ForecastFrame& frame) {
    return fmt::format("issued,time,horizon,sensor,feature,unit,forecast{}\n",
                       frame.has_truth ? ",truth" : "");
}

std::string csv_rows(const ForecastFrame& frame, const ForecastBlock& block) {
    return frame.type == torch::kFloat64 ? rows<double>(frame, block) : rows<float>(frame, block);
}

}  // namespace dcrnn
