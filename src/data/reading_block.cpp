#include "dcrnn/data/reading_block.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dcrnn {
namespace {

[[noreturn]] void refuse(double value, std::int64_t index, const ReadingBlock& block) {
    throw Error(ErrorKind::data,
                fmt::format("the reading of {} is {}", reading_place(block, index), value),
                value != value ? "a NaN is a missing reading only under null value nan"
                               : "an infinite reading means nothing",
                value != value ? "say --null-value nan if NaN stands for missing readings"
                               : "correct the file; a missing reading is 0 or NaN");
}

}  // namespace

std::string reading_place(const ReadingBlock& block, std::int64_t index) {
    return fmt::format("row {}, sensor {} (counted from 0), feature {}",
                       block.first_row + index / block.features / block.sensors,
                       index / block.features % block.sensors, index % block.features);
}

// A plain loop: LibTorch's isfinite would make temporaries as large as the readings.
template <class T>
void check_readings(const T* values, const ReadingBlock& block, NullValue null_value) {
    const std::int64_t count = block.rows * block.sensors * block.features;
    for (std::int64_t i = 0; i < count; ++i) {
        if (std::isfinite(values[i])) continue;
        const bool masked = !block.valid.empty() && block.valid[static_cast<std::size_t>(i)] == 0;
        const bool means_missing = null_value == NullValue::nan && std::isnan(values[i]);
        if (!masked && !means_missing) refuse(static_cast<double>(values[i]), i, block);
    }
}

template void check_readings(const float*, const ReadingBlock&, NullValue);
template void check_readings(const double*, const ReadingBlock&, NullValue);

}  // namespace dcrnn
