#include "dcrnn/train/training_step.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/model/error_sums.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/schedules.hpp"

#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <ATen/record_function.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace dcrnn {
namespace {

void require_finite(const StepResult& result, std::int64_t step, std::int64_t epoch, double lr) {
    if (std::isfinite(result.absolute) && std::isfinite(result.gradient_norm)) return;
    throw AgreedError(
        Error(ErrorKind::diverged,
              fmt::format("training diverged at step {} (epoch {})", step + 1, epoch + 1),
              fmt::format("training MAE {}, gradient norm {}, learning rate {}",
                          result.absolute / result.count, result.gradient_norm, lr),
              "the last checkpoint is kept; start anew with a smaller --base-lr or "
              "--max-grad-norm, and look "
              "at the readings with dcrnn_mpi info"));
}

}  // namespace

TrainingStep::TrainingStep(const Communicator& comm, Dcrnn& network, Adam& adam,
                           const Scaler& scaler, const TrainOptions& options, GradientPath path)
    : comm_(comm),
      network_(network),
      adam_(adam),
      scaler_(scaler),
      options_(options),
      gradient_sum_(comm, path, network.parameters().device()),
      gradient_(at::zeros_like(network.parameters())) {}

// This rank's sums: |error| and the count of valid targets. Leaves their gradient in gradient_.
torch::Tensor TrainingStep::back_propagate(const Batch& batch, std::int64_t step) {
    gradient_.zero_();
    auto sums = at::zeros({2}, torch::kFloat64);
    if (batch.size() == 0) return sums;
    const Teaching teaching{batch.teacher, teacher_coins(options_, step, network_.sizes().horizon)};
    auto absolute = at::zeros({batch.size()}, torch::kFloat64);  // by part, at its first window
    const auto loss = [&](const torch::Tensor& scaled, std::int64_t first) {
        const at::AutoGradMode differentiate(true);
        const auto part = [&](const torch::Tensor& whole) {
            return whole.narrow(0, first, scaled.size(0));
        };
        const auto forecast = scaled.detach().requires_grad_(true);
        const auto sum =
            masked_absolute_sum(scaler_.invert(forecast), part(batch.targets), part(batch.valid));
        sum.backward();  // a sum, not a mean: ranks may differ in size
        absolute[first] = sum.detach().to(torch::kCPU);
        return forecast.grad();
    };
    network_.add_gradient(batch.inputs, teaching, loss, gradient_);
    sums[0] = absolute.sum();
    sums[1] = batch.valid.sum(torch::kFloat64).to(torch::kCPU);
    return sums;
}

void TrainingStep::sum_over_ranks(std::vector<double>& totals) {
    RECORD_USER_SCOPE("communication");
    const auto start = std::chrono::steady_clock::now();
    comm_.sum(totals);
    small_sum_seconds_ +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void TrainingStep::reduce_gradient() {
    RECORD_USER_SCOPE("communication");
    gradient_sum_.reduce(gradient_);
}

StepResult TrainingStep::run(const Batch& batch, std::int64_t step, std::int64_t epoch,
                             StepWishes wishes) {
    const auto sums = back_propagate(batch, step);
    std::vector<double> totals{sums[0].item<double>(), sums[1].item<double>(),
                               static_cast<double>(wishes.interrupt),
                               static_cast<double>(wishes.save)};
    sum_over_ranks(totals);
    StepResult result{totals[0], totals[1], 0.0, {totals[2] > 0, totals[3] > 0}};
    if (!result.updated()) return result;

    reduce_gradient();
    RECORD_USER_SCOPE("optimiser");
    gradient_.div_(result.count);  // the global count: the mean over all valid targets of the batch
    result.gradient_norm = gradient_.norm(2, torch::kFloat64).item<double>();
    // Its last digits depend on the number of threads, which may differ between ranks: one for all,
    // or the replicas drift apart.
    comm_.broadcast(&result.gradient_norm, sizeof result.gradient_norm, 0);
    const double lr = learning_rate(options_, epoch);
    require_finite(result, step, epoch, lr);
    clip(gradient_, result.gradient_norm, options_.max_grad_norm);
    adam_.update(network_.parameters(), gradient_, lr, options_.epsilon);
    return result;
}

}  // namespace dcrnn
