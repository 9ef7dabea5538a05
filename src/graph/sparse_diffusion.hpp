#pragma once
// The diffusion with supports in compressed rows, for the CPU: all steps are carried out on one
// narrow tile of columns after the other, and backwards for the gradient.

#include "polynomials.hpp"
#include "tile_product.hpp"

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace dcrnn {

class SparseDiffusion {
public:
    virtual ~SparseDiffusion() = default;

    // signal [sensor, columns] -> [signals - 1, sensor, columns], and the adjoint of it.
    virtual torch::Tensor forward(const torch::Tensor& signal) const = 0;
    virtual torch::Tensor backward(const torch::Tensor& gradient) const = 0;
    virtual std::int64_t bytes() const = 0;
};

std::shared_ptr<const SparseDiffusion> make_sparse_diffusion(
    const std::vector<torch::Tensor>& supports, const std::vector<DiffusionStep>& steps,
    torch::Dtype dtype);

// Differentiable forward. The diffusion is kept alive by the graph.
torch::Tensor differentiable_forward(const std::shared_ptr<const SparseDiffusion>& diffusion,
                                     const torch::Tensor& signal);

}  // namespace dcrnn
