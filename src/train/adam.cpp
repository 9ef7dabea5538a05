#include "dcrnn/train/adam.hpp"

#include <ATen/ops/zeros_like.h>

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;

}  // namespace

Adam::Adam(const torch::Tensor& parameters)
    : first(at::zeros_like(parameters)), second(at::zeros_like(parameters)) {}

void Adam::update(torch::Tensor parameters, const torch::Tensor& gradient, double lr,
                  double epsilon) {
    ++updates;
    const auto t = static_cast<double>(updates);
    const double correction1 = 1.0 - std::pow(kBeta1, t);
    const double correction2 = 1.0 - std::pow(kBeta2, t);
    first.mul_(kBeta1).add_(gradient, 1.0 - kBeta1);
    second.mul_(kBeta2).addcmul_(gradient, gradient, 1.0 - kBeta2);
    const auto denominator = (second.sqrt() / std::sqrt(correction2)).add_(epsilon);
    parameters.detach().addcdiv_(first, denominator, -lr / correction1);
}

void clip(torch::Tensor& gradient, double norm, double max_norm) {
    if (max_norm <= 0) return;
    const double factor = max_norm / (norm + 1e-6);
    if (factor < 1.0) gradient.mul_(factor);
}

}  // namespace dcrnn
