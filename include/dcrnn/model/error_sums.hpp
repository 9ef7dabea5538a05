#pragma once
// Masked errors as sums and counts. Sums travel between ranks, ratios do not: division happens
// once, after the reduction, and an empty count gives NaN, never 0.

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

constexpr double kSmallestRelativeTruth = 1e-3;  // MAPE leaves out |truth| below it, in raw units

// For each of some cells (horizons, or sensors): sums over valid targets, in double.
struct ErrorSums {
    torch::Tensor
        sums;  // [cells, 5] float64, CPU: |e|, e^2, |e / y|, count, count of the relative ones

    explicit ErrorSums(std::int64_t cells);
    void add(const ErrorSums& other);
    std::int64_t cells() const { return sums.size(0); }
};

struct Errors {
    double mae, rmse, mape;  // raw units, raw units, percent; NaN where the count is 0
    std::int64_t count, mape_count;
};

// forecast, truth, valid: [batch, horizon, sensor, output], raw units; valid is 1 or 0.
ErrorSums errors_by_horizon(const torch::Tensor& forecast, const torch::Tensor& truth,
                            const torch::Tensor& valid);
ErrorSums errors_by_sensor(const torch::Tensor& forecast, const torch::Tensor& truth,
                           const torch::Tensor& valid);

Errors errors(const ErrorSums& sums, std::int64_t cell);
Errors pooled_errors(const ErrorSums& sums);  // over all cells; the root of the pooled mean square

// The training loss of a batch: sum of |forecast - truth| over valid targets (differentiable
// scalar), raw units. Missing targets may be NaN: they contribute 0 and no gradient.
torch::Tensor masked_absolute_sum(const torch::Tensor& forecast, const torch::Tensor& truth,
                                  const torch::Tensor& valid);

}  // namespace dcrnn
