#pragma once
// Which readings are missing. A stored series holds a missing reading as NaN, or as 0 under null
// value 0, so masks always come from raw values. The rule of 0 holds for the targets; in other
// features a 0 is a reading.

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// 1 where the target reading is valid; boolean, shape of values. values are raw.
torch::Tensor valid_targets(const torch::Tensor& values, NullValue null_value);

// Raw values [row, sensor, feature] as [.., feature] mask of valid readings: null value for the
// first output_dim features, NaN for all.
torch::Tensor valid_readings(const torch::Tensor& values, NullValue null_value,
                             std::int64_t output_dim);

// Readings as a file holds them, [row, sensor, feature].
struct ReadingBlock {
    std::int64_t first_row = 0;  // the series row of the first one, for messages
    std::int64_t rows = 0, sensors = 0, features = 0;
    std::vector<std::uint8_t> valid;  // the file's own mask; empty: it has none
};

// "row 5, sensor 2 (counted from 0), feature 0"
std::string reading_place(const ReadingBlock& block, std::int64_t index);

// Throws Error(data) that names row, sensor and value of a reading that cannot be used: Inf, or NaN
// unless the null value is nan. What the file's mask declares missing may be anything.
template <class T>  // float, double
void check_readings(const T* values, const ReadingBlock& block, NullValue null_value);

}  // namespace dcrnn
