#pragma once
// Sigmoid and tanh that a compiler can turn into vector instructions: in float without branches or
// calls, correct to 3e-7 of the value while e^x is a normal number (tested); in double those of the
// standard library. NaN stays NaN.

#include <cmath>
#include <cstdint>
#include <cstring>

namespace dcrnn {

// e^x = 2^n e^f with |f| <= ln(2) / 2 and the Taylor polynomial of e^f; x is held within what a
// float can show.
[[gnu::always_inline]] inline float fast_exp(float x) {
    constexpr float log2_e = 1.44269504F, ln2_high = 0.693359375F, ln2_low = -2.12194440e-4F;
    constexpr float round = 12582912.0F;  // 1.5 * 2^23: what is added to it loses its fraction
    x = x < -87.0F ? -87.0F : x;
    x = x > 88.0F ? 88.0F : x;
    const float shifted = x * log2_e + round;
    const float n = shifted - round;
    const float f = (x - n * ln2_high) - n * ln2_low;
    float power = 1.0F / 5040;
    power = power * f + 1.0F / 720;
    power = power * f + 1.0F / 120;
    power = power * f + 1.0F / 24;
    power = power * f + 1.0F / 6;
    power = power * f + 0.5F;
    power = power * f + 1.0F;
    power = power * f + 1.0F;
    std::uint32_t bits, scale;  // n stands in the lowest bits of `shifted`
    std::memcpy(&bits, &shifted, sizeof bits);
    scale = (bits << 23U) + 0x3F800000U;
    float two_to_n;
    std::memcpy(&two_to_n, &scale, sizeof two_to_n);
    return power * two_to_n;
}

[[gnu::always_inline]] inline float sigmoid(float x) { return 1.0F / (1.0F + fast_exp(-x)); }

// Near 0 the quotient loses digits, so there the odd Taylor-like polynomial of Cephes stands.
[[gnu::always_inline]] inline float hyperbolic_tangent(float x) {
    const float square = x * x;
    float near = -5.70498872745e-3F;
    near = near * square + 2.06390887954e-2F;
    near = near * square - 5.37397155531e-2F;
    near = near * square + 1.33314422036e-1F;
    near = near * square - 3.33332819422e-1F;
    near = near * square * x + x;
    const float far = 1.0F - 2.0F / (fast_exp(2.0F * x) + 1.0F);
    return square < 0.390625F ? near : far;
}

inline double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }
inline double hyperbolic_tangent(double x) { return std::tanh(x); }

}  // namespace dcrnn
