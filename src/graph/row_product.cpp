#include "row_product.hpp"

#include "dcrnn/product/bfloat16.hpp"
#include "dcrnn/product/widest_registers.hpp"

#include <cstring>

namespace dcrnn {
namespace {

template <class T, int kBytes>
using Lanes [[gnu::vector_size(kBytes)]] = T;

// The sum of some neighbouring features, in registers of kBytes: add() takes as many values from
// memory, at any address, as `width` says.
template <class T, int kBytes>
struct Sum {
    static constexpr std::int64_t width = kBytes / sizeof(T);
    Lanes<T, kBytes> sum = {};

    [[gnu::always_inline]] void add(T factor, const T* from) {
        Lanes<T, kBytes> values;
        std::memcpy(&values, from, sizeof values);
        sum += factor * values;
    }
    [[gnu::always_inline]] void store(T* to) const { std::memcpy(to, &sum, sizeof sum); }
};

// Two features of bfloat16 lie in 32 bits: shifted, these are the first as a float32, masked, the
// second. So features are summed up in two registers without being rearranged.
template <int kBytes>
struct Sum<c10::BFloat16, kBytes> {
    static constexpr std::int64_t width = kBytes / sizeof(c10::BFloat16);
    static constexpr std::uint32_t second_half = 0xFFFF0000U;
    using Bits = Lanes<std::uint32_t, kBytes>;
    using Floats = Lanes<float, kBytes>;
    Floats first = {}, second = {};

    [[gnu::always_inline]] void add(float factor, const c10::BFloat16* from) {
        Bits pairs;
        std::memcpy(&pairs, from, sizeof pairs);
        first += factor * reinterpret_cast<Floats>(pairs << 16U);
        second += factor * reinterpret_cast<Floats>(pairs & second_half);
    }
    [[gnu::always_inline]] void store(c10::BFloat16* to) const {
        Bits low, high;
        round(first, low);
        round(second, high);
        const Bits pairs = (low >> 16U) | (high & second_half);
        std::memcpy(to, &pairs, sizeof pairs);
    }

private:
    // As round_into of bfloat16.hpp, in the upper half.
    [[gnu::always_inline]] static void round(const Floats& values, Bits& rounded) {
        const auto bits = reinterpret_cast<Bits>(values);
        const auto numbers = reinterpret_cast<Bits>(values == values);
        rounded = ((bits + 0x7FFFU + ((bits >> 16U) & 1U)) & numbers) | (0x7FC00000U & ~numbers);
    }
};

template <class Stored>
struct OneSum {
    static constexpr std::int64_t width = 1;
    Computed<Stored> sum = 0;
    void add(Computed<Stored> factor, const Stored* from) { sum += factor * widen(*from); }
    void store(Stored* to) const { round_into(*to, sum); }
};

template <class Stored>
struct Product {
    const CsrMatrix<Computed<Stored>>& matrix;
    Computed<Stored> factor;
    WindowSignal<const Stored> operand;
    Computed<Stored> addend_factor;
    WindowSignal<const Stored> addend;
    WindowSignal<Stored> result;
    std::int64_t features, first, last;
};

// kCount sums of one row, from feature `at` on: they stay in registers while the neighbours are
// added up.
template <class Part, int kCount, class Stored>
[[gnu::always_inline]] inline void strip(const Product<Stored>& p, std::int64_t row,
                                         std::int64_t at) {
    const std::int64_t* begin = p.matrix.row_begin.data();
    Part parts[kCount];
    const auto add = [&](Computed<Stored> factor, const Stored* from)
        __attribute__((always_inline)) {
        for (int i = 0; i < kCount; ++i) parts[i].add(factor, from + i * Part::width);
    };
    for (std::int64_t j = begin[row]; j < begin[row + 1]; ++j)
        add(p.factor * p.matrix.value.data()[j],
            p.operand.base + p.matrix.column.data()[j] * p.operand.stride + at);
    if (p.addend.base != nullptr) add(p.addend_factor, p.addend.base + row * p.addend.stride + at);
    Stored* result = p.result.base + row * p.result.stride + at;
    for (int i = 0; i < kCount; ++i) parts[i].store(result + i * Part::width);
}

template <int kBytes, class Stored>
[[gnu::always_inline]] inline void product(const Product<Stored>& p) {
    using Part = Sum<Stored, kBytes>;
    constexpr int many = 4 * sizeof(Stored) / sizeof(Computed<Stored>);  // four registers of sums
    for (std::int64_t row = p.first; row < p.last; ++row) {
        std::int64_t at = 0;
        for (; at + many * Part::width <= p.features; at += many * Part::width)
            strip<Part, many>(p, row, at);
        for (; at + Part::width <= p.features; at += Part::width) strip<Part, 1>(p, row, at);
        for (; at < p.features; ++at) strip<OneSum<Stored>, 1>(p, row, at);
    }
}

}  // namespace

template <class Stored>
void row_product(const CsrMatrix<Computed<Stored>>& matrix, Computed<Stored> factor,
                 WindowSignal<const Stored> operand, Computed<Stored> addend_factor,
                 WindowSignal<const Stored> addend, WindowSignal<Stored> result,
                 std::int64_t features, std::int64_t first, std::int64_t last) {
    const Product<Stored> p{matrix, factor,   operand, addend_factor, addend,
                            result, features, first,   last};
    in_widest_registers([&](auto bytes) __attribute__((always_inline)) { product<bytes>(p); });
}

template void row_product<float>(const CsrMatrix<float>&, float, WindowSignal<const float>, float,
                                 WindowSignal<const float>, WindowSignal<float>, std::int64_t,
                                 std::int64_t, std::int64_t);
template void row_product<double>(const CsrMatrix<double>&, double, WindowSignal<const double>,
                                  double, WindowSignal<const double>, WindowSignal<double>,
                                  std::int64_t, std::int64_t, std::int64_t);
template void row_product<c10::BFloat16>(const CsrMatrix<float>&, float,
                                         WindowSignal<const c10::BFloat16>, float,
                                         WindowSignal<const c10::BFloat16>,
                                         WindowSignal<c10::BFloat16>, std::int64_t, std::int64_t,
                                         std::int64_t);

}  // namespace dcrnn
