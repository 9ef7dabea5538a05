#include "dcrnn/model/error_sums.hpp"

#include <ATen/ATen.h>

#include <cassert>
#include <cmath>
#include <limits>

namespace dcrnn {

namespace {

enum Column { kAbsolute, kSquared, kRelative, kCount, kRelativeCount, kColumns };

// Sums over all axes but one, which becomes the cells.
ErrorSums errors_along(std::int64_t axis, const at::Tensor& forecast, const at::Tensor& truth,
                       const at::Tensor& valid) {
    assert(forecast.sizes() == truth.sizes() && forecast.sizes() == valid.sizes());
    const at::NoGradGuard no_gradients;
    const at::Tensor counted = valid.detach() > 0;
    const at::Tensor target = truth.detach().to(at::kDouble);
    // where() and not a product with the mask: a missing target may be NaN
    const at::Tensor error =
        at::where(counted, forecast.detach().to(at::kDouble) - target, 0.0).abs();
    const at::Tensor relative = counted.logical_and(target.abs() >= kSmallestRelativeTruth);
    const at::Tensor share = at::where(relative, error / target.abs(), 0.0);

    std::vector<std::int64_t> summed;
    for (std::int64_t other = 0; other < forecast.dim(); ++other) {
        if (other != axis) summed.push_back(other);
    }
    const auto sum = [&](const at::Tensor& values) {
        return values.sum(summed, false, at::kDouble);
    };
    ErrorSums result(forecast.size(axis));
    result.sums =
        at::stack({sum(error), sum(error.square()), sum(share), sum(counted), sum(relative)}, 1)
            .to(at::kCPU);
    return result;
}

Errors errors_of(const at::Tensor& sums) {  // [5]
    const double* s = sums.data_ptr<double>();
    const auto ratio = [](double sum, double count) {
        return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
    };
    Errors result{};
    result.mae = ratio(s[kAbsolute], s[kCount]);
    result.rmse = std::sqrt(ratio(s[kSquared], s[kCount]));
    result.mape = 100.0 * ratio(s[kRelative], s[kRelativeCount]);
    result.count = std::llround(s[kCount]);
    result.mape_count = std::llround(s[kRelativeCount]);
    return result;
}

}  // namespace

ErrorSums::ErrorSums(std::int64_t cells) : sums(at::zeros({cells, kColumns}, at::kDouble)) {}

void ErrorSums::add(const ErrorSums& other) {
    assert(cells() == other.cells());
    sums += other.sums;
}

ErrorSums errors_by_horizon(const torch::Tensor& forecast, const torch::Tensor& truth,
                            const torch::Tensor& valid) {
    return errors_along(1, forecast, truth, valid);
}

ErrorSums errors_by_sensor(const torch::Tensor& forecast, const torch::Tensor& truth,
                           const torch::Tensor& valid) {
    return errors_along(2, forecast, truth, valid);
}

Errors errors(const ErrorSums& sums, std::int64_t cell) {
    return errors_of(sums.sums.select(0, cell).contiguous());
}

Errors pooled_errors(const ErrorSums& sums) { return errors_of(sums.sums.sum(0).contiguous()); }

torch::Tensor masked_absolute_sum(const torch::Tensor& forecast, const torch::Tensor& truth,
                                  const torch::Tensor& valid) {
    assert(forecast.sizes() == truth.sizes() && forecast.sizes() == valid.sizes());
    const at::Tensor zero = at::zeros({}, forecast.options());
    return at::where(valid > 0, forecast - truth, zero).abs().sum(at::kDouble);
}

}  // namespace dcrnn
