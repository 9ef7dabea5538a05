#include "dcrnn/graph/diffusion.hpp"

#include "polynomials.hpp"
#include "sparse_diffusion.hpp"

#include <ATen/record_function.h>

#include <cassert>

namespace dcrnn {
namespace {

// A_1 .., [M - 1, sensor, sensor]: the steps on matrices instead of signals; in double, whatever
// the signals are.
torch::Tensor polynomials(const std::vector<torch::Tensor>& supports,
                          const DiffusionProgram& program) {
    const std::int64_t sensors = supports.at(0).size(0);
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    std::vector<torch::Tensor> signals{torch::eye(sensors, torch::kFloat64)}, copies;
    for (const DiffusionStep& step : program.steps) {
        const torch::Tensor support = supports[at(step.support)].to(torch::kFloat64);
        torch::Tensor result = step.factor * torch::matmul(support, signals[at(step.operand)]);
        if (step.subtrahend != kNoSignal) result = result - signals[at(step.subtrahend)];
        signals.push_back(result);
    }
    for (const std::int64_t signal : program.copies) copies.push_back(signals[at(signal)]);
    return copies.empty() ? torch::empty({0, sensors, sensors}, torch::kFloat64)
                          : torch::stack(copies);
}

// Each window's sensors by matrix m of `matrices`, which has no identity.
void multiply(const torch::Tensor& matrices, const torch::Tensor& copies, MatrixProduct& product) {
    for (std::int64_t m = 0; m < matrices.size(0); ++m)
        product(matrices.narrow(0, m, 1), copies.select(2, 0), copies.select(2, m + 1),
                Write::fresh);
}

}  // namespace

torch::Dtype copies_type(Precision precision) {
    switch (precision) {
        case Precision::float64:
            return torch::kFloat64;
        case Precision::bfloat16:
            return torch::kBFloat16;
        default:
            return torch::kFloat32;
    }
}

Diffusion::Diffusion(const std::vector<torch::Tensor>& supports, std::int64_t max_diffusion_step,
                     DiffusionForm form, SupportStorage storage, torch::Dtype dtype,
                     torch::Device device)
    : dtype_(dtype) {
    assert(!supports.empty() && max_diffusion_step >= 0);
    assert(storage == SupportStorage::dense || device.is_cpu());
    const auto count = static_cast<std::int64_t>(supports.size());
    const DiffusionProgram program = diffusion_program(count, max_diffusion_step, form);
    matrices_ = static_cast<std::int64_t>(program.copies.size()) + 1;
    sensors_ = supports[0].size(0);
    torch::NoGradGuard constant;
    if (storage == SupportStorage::dense) {
        dense_ = polynomials(supports, program).to(device, dtype);
        dense_transposed_ = dense_.transpose(1, 2).contiguous();
    } else {
        const auto transposed = transposed_program(count, max_diffusion_step, form);
        sparse_ = make_sparse_diffusion(supports, program, transposed, dtype);
    }
}

void Diffusion::diffuse(const torch::Tensor& copies, MatrixProduct& product) const {
    RECORD_USER_SCOPE("diffusion");
    assert(copies.size(1) == sensors_ && copies.size(2) == matrices_);
    if (sparse_) return sparse_->diffuse(copies);
    multiply(dense_, copies, product);
}

void Diffusion::diffuse_transposed(const torch::Tensor& copies, MatrixProduct& product) const {
    RECORD_USER_SCOPE("diffusion");
    assert(copies.size(1) == sensors_ && copies.size(2) == matrices_);
    if (sparse_) return sparse_->diffuse_transposed(copies);
    multiply(dense_transposed_, copies, product);
}

void Diffusion::collect(const torch::Tensor& copies, MatrixProduct& product) const {
    RECORD_USER_SCOPE("diffusion");
    assert(copies.size(1) == sensors_ && copies.size(2) == matrices_);
    if (sparse_) return sparse_->collect(copies);
    for (std::int64_t m = 1; m < matrices_; ++m)
        product(dense_transposed_.narrow(0, m - 1, 1), copies.select(2, m), copies.select(2, 0),
                Write::add);
}

std::int64_t Diffusion::bytes() const {
    return sparse_ ? sparse_->bytes()
                   : 2 * dense_.numel() * static_cast<std::int64_t>(dense_.element_size());
}

}  // namespace dcrnn
