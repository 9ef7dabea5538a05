#pragma once
// Some rows of a file before anything is made of them: checked here, while the place in the file is
// known.

#include "dcrnn/config/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

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
