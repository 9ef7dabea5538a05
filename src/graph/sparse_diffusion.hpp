#pragma once
// The diffusion with supports in compressed rows, for the CPU: one window after the other, each
// step where its signals lie, and backwards for the gradient.

#include "polynomials.hpp"

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace dcrnn {

class SparseDiffusion {
public:
    virtual ~SparseDiffusion() = default;

    // As those of Diffusion, on copies [window, sensor, matrix, feature].
    virtual void diffuse(const torch::Tensor& copies) const = 0;
    virtual void diffuse_transposed(const torch::Tensor& copies) const = 0;
    virtual void collect(const torch::Tensor& copies) const = 0;
    virtual std::int64_t bytes() const = 0;
};

std::shared_ptr<const SparseDiffusion> make_sparse_diffusion(
    const std::vector<torch::Tensor>& supports, const DiffusionProgram& program,
    const DiffusionProgram& transposed, torch::Dtype dtype);

}  // namespace dcrnn
