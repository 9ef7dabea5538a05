#pragma once
// Numbers as they are stored and as they are computed with: those of bfloat16, the upper half of a
// float32, are widened when they are read and rounded when they are written; others stay as they
// are. Written so that a compiler can turn a loop of it into vector instructions.

#include <c10/util/BFloat16.h>

#include <cstdint>
#include <cstring>

namespace dcrnn {

template <class Stored>
struct ComputedAs {
    using type = Stored;
};
template <>
struct ComputedAs<c10::BFloat16> {
    using type = float;
};
template <class Stored>
using Computed = typename ComputedAs<Stored>::type;

[[gnu::always_inline]] inline float widen(const c10::BFloat16& stored) {
    const std::uint32_t bits = std::uint32_t{stored.x} << 16U;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
[[gnu::always_inline]] inline float widen(const float& stored) { return stored; }
[[gnu::always_inline]] inline double widen(const double& stored) { return stored; }

// To the nearest, ties to even. Without a branch, so a NaN is made of a comparison: its rounded
// bits could be anybody's.
[[gnu::always_inline]] inline void round_into(c10::BFloat16& stored, float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint32_t rounded = (bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U;
    stored.x = static_cast<std::uint16_t>(value == value ? rounded : 0x7FC0U);
}
[[gnu::always_inline]] inline void round_into(float& stored, float value) { stored = value; }
[[gnu::always_inline]] inline void round_into(double& stored, double value) { stored = value; }

}  // namespace dcrnn
