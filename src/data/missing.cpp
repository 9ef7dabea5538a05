#include "dcrnn/data/missing.hpp"

#include <algorithm>

namespace dcrnn {

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

}  // namespace dcrnn
