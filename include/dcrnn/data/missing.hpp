#pragma once
// Which readings are missing. A stored series holds a missing reading as NaN, or as 0 under null
// value 0, so masks always come from raw values. The rule of 0 holds for the targets; in other
// features a 0 is a reading.

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <cstdint>

namespace dcrnn {

// 1 where the target reading is valid; boolean, shape of values. values are raw.
torch::Tensor valid_targets(const torch::Tensor& values, NullValue null_value);

// Raw values [row, sensor, feature] as [.., feature] mask of valid readings: null value for the
// first output_dim features, NaN for all.
torch::Tensor valid_readings(const torch::Tensor& values, NullValue null_value,
                             std::int64_t output_dim);

}  // namespace dcrnn
