#pragma once
// From distances to weights: w = exp(-(d/sigma)^2), cut below a threshold (DCRNN paper, section
// 4.1).

#include "dcrnn/graph/adjacency.hpp"

#include <cmath>

namespace dcrnn {

struct GaussianKernel {
    double sigma = 1, threshold = 0;

    // 0: no road. Without a threshold, what is left of a number below the smallest normal one is
    // none either.
    double weight(double distance) const {
        const double weight = std::exp(-std::pow(distance / sigma, 2));
        return weight < threshold || weight < kSmallestWeight ? 0 : weight;
    }
};

// The population deviation of some distances, in two passes over them.
template <class ForEachDistance>
double deviation(std::size_t count, ForEachDistance&& for_each) {
    const auto all = static_cast<double>(count);
    double mean = 0, squares = 0;
    for_each([&](double distance) { mean += distance / all; });
    for_each([&](double distance) { squares += std::pow(distance - mean, 2) / all; });
    return std::sqrt(squares);
}

}  // namespace dcrnn
