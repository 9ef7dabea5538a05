#include "dcrnn/data/batch.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/data/missing.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

// [time, time features]: time of day, then the day of the week as seven numbers 0 or 1.
torch::Tensor make_time_features(const Series& series, const DataOptions& options) {
    const std::int64_t width = input_width(0, options);
    torch::Tensor features = torch::zeros({series.rows(), width}, torch::kDouble);
    auto at = features.accessor<double, 2>();
    for (std::int64_t row = 0; row < series.rows(); ++row) {
        const std::int64_t time = series.timestamps[static_cast<std::size_t>(row)];
        if (options.time_of_day) at[row][0] = time_of_day(time);
        if (options.day_of_week) at[row][width - 7 + day_of_week(time)] = 1;
    }
    return features.to(series.values.scalar_type());
}

// Row numbers of whole windows: [window * length].
torch::Tensor window_rows(const std::vector<std::int64_t>& first_rows, std::int64_t length) {
    const torch::Tensor first = torch::tensor(first_rows, torch::kLong);
    return (first.unsqueeze(1) + torch::arange(length, torch::kLong)).flatten();
}

}  // namespace

BatchReader::BatchReader(const Series& series, const Scaler& scaler, const DataOptions& options,
                         torch::Device device)
    : series_(series),
      scaler_(scaler),
      options_(options),
      device_(device),
      fill_(scaler.fill.empty() ? scaler.offset : scaler.fill),
      time_features_(make_time_features(series, options)) {
    require(options.output_dim >= 1 && options.output_dim <= series.features(), ErrorKind::usage,
            fmt::format("--output-dim {} does not fit the data", options.output_dim),
            fmt::format("the file has {} feature(s)", series.features()),
            "choose a number from 1 to that");
    require(static_cast<std::int64_t>(scaler.offset.size()) == series.features(), ErrorKind::data,
            fmt::format("the series has {} feature(s), the scaler {}", series.features(),
                        scaler.offset.size()),
            "the scaler was fitted to other data", "give data with the features of the training");
}

torch::Tensor BatchReader::gather(const torch::Tensor& rows, std::int64_t length) const {
    const torch::Tensor flat = series_.values.view({series_.rows(), -1});
    return flat.index_select(0, rows).view(
        {rows.numel() / length, length, series_.sensors(), series_.features()});
}

// Raw values of the first features, [..., feature] -> what the network is fed.
torch::Tensor BatchReader::scaled(const torch::Tensor& raw) const {
    const torch::Tensor fed = options_.missing_input == MissingInput::mean
                                  ? valid_readings(raw, options_.null_value, options_.output_dim)
                                  : raw.eq(raw);
    const torch::Tensor fill =
        torch::tensor(fill_, torch::kDouble).narrow(0, 0, raw.size(-1)).to(raw.options());
    return scaler_.apply(torch::where(fed, raw, fill));
}

// raw [batch, seq_len, sensor, feature], rows [batch * seq_len] -> inputs.
torch::Tensor BatchReader::assemble(const torch::Tensor& raw, const torch::Tensor& rows) const {
    const std::int64_t features = series_.features();
    torch::Tensor inputs = torch::empty(
        {raw.size(0), options_.seq_len, series_.sensors(), input_width(features, options_)},
        raw.options());
    inputs.narrow(3, 0, features).copy_(scaled(raw));
    const std::int64_t width = time_features_.size(1);
    if (width > 0)
        inputs.narrow(3, features, width)
            .copy_(time_features_.index_select(0, rows).view(
                {raw.size(0), options_.seq_len, 1, width}));
    return inputs.to(device_);
}

Batch BatchReader::read(const std::vector<std::int64_t>& first_rows) const {
    const std::int64_t length = options_.seq_len + options_.horizon;
    const auto windows = static_cast<std::int64_t>(first_rows.size());
    const torch::Tensor rows = window_rows(first_rows, length).view({windows, length});
    const torch::Tensor raw = gather(rows.flatten(), length);  // [batch, length, sensor, feature]
    const torch::Tensor targets = raw.narrow(1, options_.seq_len, options_.horizon)
                                      .narrow(3, 0, options_.output_dim)
                                      .contiguous();
    Batch batch;
    batch.inputs =
        assemble(raw.narrow(1, 0, options_.seq_len), rows.narrow(1, 0, options_.seq_len).flatten());
    batch.targets = targets.to(device_);
    batch.valid = valid_targets(targets, options_.null_value).to(targets.scalar_type()).to(device_);
    batch.teacher = scaled(targets).to(device_);
    return batch;
}

torch::Tensor BatchReader::read_inputs(const std::vector<std::int64_t>& first_rows) const {
    const torch::Tensor rows = window_rows(first_rows, options_.seq_len);
    return assemble(gather(rows, options_.seq_len), rows);
}

}  // namespace dcrnn
