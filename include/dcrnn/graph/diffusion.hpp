#pragma once
// The linear map of the diffusion convolution: from a signal to its diffused copies. The only place
// that knows whether the supports are sparse or dense and which polynomials are meant; the network
// sees matrices 0 .. M-1, of which matrix 0 is the identity, and M = 1 + supports * K.
//   chebyshev  per support: S x, 2 S (S x) - x, ...          (each support starts from x)
//   released   the same recurrence, but a later support starts from what the one before left
//   behind, as the published
//              TensorFlow and PyTorch code does (liyaguang/DCRNN, dcrnn_cell.py, _gconv)
//   powers     per support: S x, S^2 x, ...                  (the formula of the paper, equation 2)

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace dcrnn {

enum class SupportStorage { sparse, dense };

class SparseDiffusion;  // the supports and their transposes in compressed rows

class Diffusion {
public:
    // supports: [sensor, sensor] float64 each. dtype and device are those of the signals. Sparse
    // storage is for the CPU.
    Diffusion(const std::vector<torch::Tensor>& supports, std::int64_t max_diffusion_step,
              DiffusionForm form, SupportStorage storage, torch::Dtype dtype, torch::Device device);

    std::int64_t matrices() const { return matrices_; }  // M, the identity included
    std::int64_t sensors() const { return sensors_; }

    // signal [sensor, columns], contiguous -> [M - 1, sensor, columns]: matrices 1 .. M-1 applied.
    // Differentiable.
    torch::Tensor diffuse(const torch::Tensor& signal) const;

    // Memory held by the supports themselves, in bytes.
    std::int64_t bytes() const;

private:
    std::int64_t matrices_ = 1, sensors_ = 0;
    torch::Tensor stacked_;  // dense: [(M - 1) * sensor, sensor], the polynomials one below another
    std::shared_ptr<const SparseDiffusion> sparse_;  // sparse: null when dense
};

}  // namespace dcrnn
