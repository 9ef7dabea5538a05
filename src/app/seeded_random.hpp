#pragma once
// Random numbers that are the same on every platform, which the distributions of the standard
// library are not.

#include <cstdint>
#include <random>

namespace dcrnn {

class SeededRandom {
public:
    explicit SeededRandom(std::int64_t seed) : engine_(static_cast<std::uint64_t>(seed)) {}

    // In [0, 1), 53 random bits.
    double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * uniform(); }
    // In 0 .. count-1.
    std::int64_t below(std::int64_t count) {
        return static_cast<std::int64_t>(uniform() * static_cast<double>(count));
    }
    // Mean 0, deviation 1, nearly normal: the sum of twelve uniform numbers, centred.
    double normal() {
        double sum = -6;
        for (int i = 0; i < 12; ++i) sum += uniform();
        return sum;
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace dcrnn
