#include "dcrnn/graph/diffusion.hpp"

#include "polynomials.hpp"
#include "sparse_diffusion.hpp"

#include <cassert>

namespace dcrnn {
namespace {

// The steps on matrices instead of signals, one result below the other; in double, whatever the
// signals are.
torch::Tensor stack_polynomials(const std::vector<torch::Tensor>& supports,
                                const std::vector<DiffusionStep>& steps) {
    const std::int64_t sensors = supports.at(0).size(0);
    const auto matrix = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<torch::Tensor> powers{torch::eye(sensors, torch::kFloat64)};
    for (const DiffusionStep& step : steps) {
        const torch::Tensor support = supports[matrix(step.support)].to(torch::kFloat64);
        torch::Tensor result = step.factor * torch::matmul(support, powers[matrix(step.operand)]);
        if (step.subtrahend != kNoSignal) result = result - powers[matrix(step.subtrahend)];
        powers.push_back(result);
    }
    powers.erase(powers.begin());
    return powers.empty() ? torch::empty({0, sensors}, torch::kFloat64) : torch::cat(powers);
}

}  // namespace

Diffusion::Diffusion(const std::vector<torch::Tensor>& supports, std::int64_t max_diffusion_step,
                     DiffusionForm form, SupportStorage storage, torch::Dtype dtype,
                     torch::Device device) {
    assert(!supports.empty() && max_diffusion_step >= 0);
    assert(storage == SupportStorage::dense || device.is_cpu());
    const auto steps =
        diffusion_steps(static_cast<std::int64_t>(supports.size()), max_diffusion_step, form);
    matrices_ = static_cast<std::int64_t>(steps.size()) + 1;
    sensors_ = supports[0].size(0);
    torch::NoGradGuard constant;
    if (storage == SupportStorage::dense) {
        stacked_ = stack_polynomials(supports, steps).to(device, dtype);
    } else {
        sparse_ = make_sparse_diffusion(supports, steps, dtype);
    }
}

torch::Tensor Diffusion::diffuse(const torch::Tensor& signal) const {
    assert(signal.dim() == 2 && signal.size(0) == sensors_);
    if (sparse_) return differentiable_forward(sparse_, signal);
    return torch::matmul(stacked_, signal).view({matrices_ - 1, sensors_, signal.size(1)});
}

std::int64_t Diffusion::bytes() const {
    return sparse_ ? sparse_->bytes()
                   : stacked_.numel() * static_cast<std::int64_t>(stacked_.element_size());
}

}  // namespace dcrnn
