#include "dcrnn/data/missing.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

[[noreturn]] void refuse(const torch::Tensor& values, std::int64_t first_row,
                         const torch::Tensor& bad) {
    const torch::Tensor place = bad.nonzero()[0];  // [axes]
    const auto index = [&](std::int64_t axis) { return place[axis].item<std::int64_t>(); };
    const double value = values[index(0)][index(1)][index(2)].item<double>();
    throw Error(ErrorKind::data,
                fmt::format("the reading of row {}, sensor {} (counted from 0), feature {} is {}",
                            first_row + index(0), index(1), index(2), value),
                value != value ? "a NaN is a missing reading only under null value nan"
                               : "an infinite reading means nothing",
                value != value ? "say --null-value nan if NaN stands for missing readings"
                               : "correct the file; a missing reading is 0 or NaN");
}

}  // namespace

torch::Tensor valid_targets(const torch::Tensor& values, NullValue null_value) {
    const torch::Tensor is_number = values.eq(values);
    return null_value == NullValue::zero ? is_number.logical_and_(values.ne(0)) : is_number;
}

torch::Tensor valid_readings(const torch::Tensor& values, NullValue null_value,
                             std::int64_t output_dim) {
    torch::Tensor valid = values.eq(values);
    const std::int64_t targets = std::min(output_dim, values.size(-1));
    valid.narrow(-1, 0, targets).copy_(valid_targets(values.narrow(-1, 0, targets), null_value));
    return valid;
}

void check_readings(const torch::Tensor& values, std::int64_t first_row, NullValue null_value,
                    FileMask mask) {
    const bool nan_allowed = null_value == NullValue::nan || mask == FileMask::present;
    const torch::Tensor bad = nan_allowed ? values.isinf() : values.isfinite().logical_not_();
    if (bad.any().item<bool>()) refuse(values, first_row, bad);
}

}  // namespace dcrnn
