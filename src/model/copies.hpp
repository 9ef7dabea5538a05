#pragma once
// Views of diffused copies [window, sensor, matrix, feature].

#include <torch/types.h>

namespace dcrnn {

// [rows, matrix * feature]: an operand of the product with the weights.
inline torch::Tensor flat(const torch::Tensor& copies) {
    return copies.view({copies.size(0) * copies.size(1), copies.size(2) * copies.size(3)});
}

// [rows, feature]: the signal itself; undefined for undefined copies.
inline torch::Tensor signal_of(const torch::Tensor& copies) {
    return copies.defined() ? copies.flatten(0, 1).select(1, 0) : torch::Tensor();
}

}  // namespace dcrnn
