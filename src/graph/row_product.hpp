#pragma once
// The hot loop of the sparse diffusion: a compressed matrix times a signal of one window, whose
// sensors' features lie side by side, anywhere in a larger tensor.

#include "compressed_rows.hpp"

#include <cstdint>

namespace dcrnn {

// A signal of one window: feature f of sensor n is base[n * stride + f].
template <class T>
struct WindowSignal {
    T* base = nullptr;
    std::int64_t stride = 0;
};

// result = factor * matrix * operand + addend_factor * addend, rows first .. last - 1; an addend
// without base is 0. The addend may be the result itself, the operand may not.
void row_product(const CsrMatrix<float>& matrix, float factor, WindowSignal<const float> operand,
                 float addend_factor, WindowSignal<const float> addend, WindowSignal<float> result,
                 std::int64_t features, std::int64_t first, std::int64_t last);
void row_product(const CsrMatrix<double>& matrix, double factor, WindowSignal<const double> operand,
                 double addend_factor, WindowSignal<const double> addend,
                 WindowSignal<double> result, std::int64_t features, std::int64_t first,
                 std::int64_t last);

}  // namespace dcrnn
