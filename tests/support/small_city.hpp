#pragma once
// A small series and graph made in memory, for tests of training: waves that travel along a ring of
// one-way roads, with some missing readings.

#include "dcrnn/data/series.hpp"
#include "dcrnn/train/checkpoint.hpp"

#include <ATen/ATen.h>

namespace small_city {

constexpr std::int64_t kSensors = 7;

inline dcrnn::Series series(std::int64_t rows) {
    const auto time = at::arange(rows, torch::kFloat64).unsqueeze(1);
    const auto place = at::arange(kSensors, torch::kFloat64).unsqueeze(0);
    auto values = 50.0 + 10.0 * at::sin(0.3 * time - 0.9 * place) + 3.0 * at::cos(0.05 * time);
    values = at::where(((time * 13 + place * 7).remainder(17)) < 1.0,
                       at::zeros({}, torch::kFloat64), values);
    dcrnn::Series series;
    series.values = values.unsqueeze(2).contiguous();
    for (std::int64_t row = 0; row < rows; ++row) series.timestamps.push_back(row * 300);
    series.timeline = dcrnn::read_timeline(series.timestamps);
    for (std::int64_t sensor = 0; sensor < kSensors; ++sensor)
        series.sensor_ids.push_back("s" + std::to_string(sensor));
    series.feature_names = {"speed"};
    series.feature_units = {"km/h"};
    return series;
}

inline torch::Tensor ring() {
    auto weights = at::eye(kSensors, torch::kFloat64);
    for (std::int64_t i = 0; i < kSensors; ++i)
        weights[i][(i + 1) % kSensors] = 0.6 + 0.05 * static_cast<double>(i);
    return weights;
}

// Small sizes, float64.
inline dcrnn::RunIdentity identity(const dcrnn::Series& series) {
    dcrnn::RunIdentity identity;
    auto& options = identity.options;
    options.data.seq_len = 4;
    options.data.horizon = 3;
    options.model.rnn_units = 5;
    options.model.precision = dcrnn::Precision::float64;
    options.train.batch_size = 5;
    options.train.cl_decay_steps = 10;
    identity.sensor_ids = series.sensor_ids;
    identity.feature_names = series.feature_names;
    identity.feature_units = series.feature_units;
    identity.adjacency = ring();
    identity.scaler = dcrnn::fit_scaler(series.values, series.rows(), options.data);
    identity.step_seconds = series.timeline.step_seconds;
    return identity;
}

}  // namespace small_city
