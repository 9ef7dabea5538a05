#include "row_product.hpp"

#include <cstring>

namespace dcrnn {
namespace {

template <class T, int kBytes>
using Lanes [[gnu::vector_size(kBytes)]] = T;

template <class T>
struct Product {
    const CsrMatrix<T>& matrix;
    T factor;
    WindowSignal<const T> operand;
    T addend_factor;
    WindowSignal<const T> addend;
    WindowSignal<T> result;
    std::int64_t features, first, last;
};

// kCount lanes of `width` features of one row, from feature `at` on: they stay in registers while
// the neighbours are added up.
template <class Lane, std::int64_t width, int kCount, class T>
[[gnu::always_inline]] inline void strip(const Product<T>& p, std::int64_t row, std::int64_t at) {
    const std::int64_t* begin = p.matrix.row_begin.data();
    Lane sum[kCount] = {};
    const auto add = [&](T factor, const T* from) __attribute__((always_inline)) {
        for (int i = 0; i < kCount; ++i) {
            Lane value;
            std::memcpy(&value, from + i * width, sizeof value);  // at any address
            sum[i] += factor * value;
        }
    };
    for (std::int64_t j = begin[row]; j < begin[row + 1]; ++j)
        add(p.factor * p.matrix.value.data()[j],
            p.operand.base + p.matrix.column.data()[j] * p.operand.stride + at);
    if (p.addend.base != nullptr) add(p.addend_factor, p.addend.base + row * p.addend.stride + at);
    std::memcpy(p.result.base + row * p.result.stride + at, sum, sizeof sum);
}

template <int kBytes, class T>
[[gnu::always_inline]] inline void product(const Product<T>& p) {
    constexpr std::int64_t width = kBytes / sizeof(T);
    for (std::int64_t row = p.first; row < p.last; ++row) {
        std::int64_t at = 0;
        for (; at + 4 * width <= p.features; at += 4 * width)
            strip<Lanes<T, kBytes>, width, 4>(p, row, at);
        for (; at + width <= p.features; at += width) strip<Lanes<T, kBytes>, width, 1>(p, row, at);
        for (; at < p.features; ++at) strip<T, 1, 1>(p, row, at);
    }
}

// One build serves all processors: on x86-64 it holds a version for each width of registers.
#if defined(__x86_64__)
template <class T>
[[gnu::target("avx512f")]] void product_512(const Product<T>& p) {
    product<64>(p);
}

template <class T>
[[gnu::target("avx2,fma")]] void product_256(const Product<T>& p) {
    product<32>(p);
}

template <class T>
void dispatch(const Product<T>& p) {
    if (__builtin_cpu_supports("avx512f")) {
        product_512(p);
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        product_256(p);
    } else {
        product<16>(p);
    }
}
#else
template <class T>
void dispatch(const Product<T>& p) {
    product<16>(p);
}
#endif

}  // namespace

void row_product(const CsrMatrix<float>& matrix, float factor, WindowSignal<const float> operand,
                 float addend_factor, WindowSignal<const float> addend, WindowSignal<float> result,
                 std::int64_t features, std::int64_t first, std::int64_t last) {
    dispatch<float>(
        {matrix, factor, operand, addend_factor, addend, result, features, first, last});
}

void row_product(const CsrMatrix<double>& matrix, double factor, WindowSignal<const double> operand,
                 double addend_factor, WindowSignal<const double> addend,
                 WindowSignal<double> result, std::int64_t features, std::int64_t first,
                 std::int64_t last) {
    dispatch<double>(
        {matrix, factor, operand, addend_factor, addend, result, features, first, last});
}

}  // namespace dcrnn
