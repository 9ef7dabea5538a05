#include "tile_product.hpp"

namespace dcrnn {
namespace {

// kBytes wide; a strip of four of them fills the tile or a part of it.
template <class T, int kBytes>
using Lanes [[gnu::vector_size(kBytes)]] = T;

template <class T, int kBytes>
[[gnu::always_inline]] inline void product(const CsrMatrix<T>& matrix, T factor, const T* operand,
                                           T addend_factor, const T* addend, T* result) {
    constexpr std::int64_t lanes = kTileBytes / kBytes;
    const auto* x = reinterpret_cast<const Lanes<T, kBytes>*>(operand);
    const auto* add = reinterpret_cast<const Lanes<T, kBytes>*>(addend);
    auto* y = reinterpret_cast<Lanes<T, kBytes>*>(result);
    const std::int64_t* begin = matrix.row_begin.data();
    const std::int32_t* column = matrix.column.data();
    const T* value = matrix.value.data();
    const std::int64_t rows = matrix.rows();
    for (std::int64_t row = 0; row < rows; ++row) {
        for (std::int64_t strip = 0; strip < lanes; strip += 4) {
            Lanes<T, kBytes> sum0{}, sum1{}, sum2{}, sum3{};
            for (std::int64_t j = begin[row]; j < begin[row + 1]; ++j) {
                const Lanes<T, kBytes>* neighbour = x + column[j] * lanes + strip;
                const T weight = factor * value[j];
                sum0 += weight * neighbour[0];
                sum1 += weight * neighbour[1];
                sum2 += weight * neighbour[2];
                sum3 += weight * neighbour[3];
            }
            const std::int64_t at = row * lanes + strip;
            if (add != nullptr) {
                sum0 += addend_factor * add[at];
                sum1 += addend_factor * add[at + 1];
                sum2 += addend_factor * add[at + 2];
                sum3 += addend_factor * add[at + 3];
            }
            y[at] = sum0;
            y[at + 1] = sum1;
            y[at + 2] = sum2;
            y[at + 3] = sum3;
        }
    }
}

// One build serves all processors: on x86-64 it holds a version for each width of registers.
#if defined(__x86_64__)
template <class T>
[[gnu::target("avx512f")]] void product_512(const CsrMatrix<T>& matrix, T factor, const T* operand,
                                            T addend_factor, const T* addend, T* result) {
    product<T, 64>(matrix, factor, operand, addend_factor, addend, result);
}

template <class T>
[[gnu::target("avx2,fma")]] void product_256(const CsrMatrix<T>& matrix, T factor, const T* operand,
                                             T addend_factor, const T* addend, T* result) {
    product<T, 32>(matrix, factor, operand, addend_factor, addend, result);
}

template <class T>
void dispatch(const CsrMatrix<T>& matrix, T factor, const T* operand, T addend_factor,
              const T* addend, T* result) {
    if (__builtin_cpu_supports("avx512f")) {
        product_512(matrix, factor, operand, addend_factor, addend, result);
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        product_256(matrix, factor, operand, addend_factor, addend, result);
    } else {
        product<T, 16>(matrix, factor, operand, addend_factor, addend, result);
    }
}
#else
template <class T>
void dispatch(const CsrMatrix<T>& matrix, T factor, const T* operand, T addend_factor,
              const T* addend, T* result) {
    product<T, 16>(matrix, factor, operand, addend_factor, addend, result);
}
#endif

}  // namespace

void tile_product(const CsrMatrix<float>& matrix, float factor, const float* operand,
                  float addend_factor, const float* addend, float* result) {
    dispatch(matrix, factor, operand, addend_factor, addend, result);
}

void tile_product(const CsrMatrix<double>& matrix, double factor, const double* operand,
                  double addend_factor, const double* addend, double* result) {
    dispatch(matrix, factor, operand, addend_factor, addend, result);
}

}  // namespace dcrnn
