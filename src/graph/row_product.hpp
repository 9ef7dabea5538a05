#pragma once
// The hot loop of the sparse diffusion: a compressed matrix times a signal of one window, whose
// sensors' features lie side by side, anywhere in a larger tensor.

#include "compressed_rows.hpp"
#include "dcrnn/product/bfloat16.hpp"

#include <cstdint>

namespace dcrnn {

// A signal of one window: feature f of sensor n is base[n * stride + f].
template <class T>
struct WindowSignal {
    T* base = nullptr;
    std::int64_t stride = 0;
};

// result = factor * matrix * operand + addend_factor * addend, rows first .. last - 1; an addend
// without base is 0. The addend may be the result itself, the operand may not. Stored: float,
// double or c10::BFloat16, which is summed up in float.
template <class Stored>
void row_product(const CsrMatrix<Computed<Stored>>& matrix, Computed<Stored> factor,
                 WindowSignal<const Stored> operand, Computed<Stored> addend_factor,
                 WindowSignal<const Stored> addend, WindowSignal<Stored> result,
                 std::int64_t features, std::int64_t first, std::int64_t last);

}  // namespace dcrnn
