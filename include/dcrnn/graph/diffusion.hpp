#pragma once
// The linear map of the diffusion convolution: from signals to their diffused copies. The only
// place that knows whether the supports are sparse or dense and which polynomials are meant; the
// network sees matrices A_0 .. A_{M-1}, of which A_0 is the identity, and M = 1 + supports * K.
//   chebyshev  per support: S x, 2 S (S x) - x, ...          (each support starts from x)
//   released   the same recurrence, but a later support starts from what the one before left
//   behind, as the published
//              TensorFlow and PyTorch code does (liyaguang/DCRNN, dcrnn_cell.py, _gconv)
//   powers     per support: S x, S^2 x, ...                  (the formula of the paper, equation 2)
// Signals and copies lie together, as [window, sensor, matrix, feature]: seen as [window * sensor,
// matrix * feature] they are an operand of the product with the weights, without any rearrangement.

#include "dcrnn/config/options.hpp"
#include "dcrnn/product/matrix_product.hpp"

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace dcrnn {

enum class SupportStorage { sparse, dense };

// The type of copies, which are what products read: bfloat16 where everything else is float32.
torch::Dtype copies_type(Precision precision);

class SparseDiffusion;  // the supports and their transposes in compressed rows

class Diffusion {
public:
    // supports: [sensor, sensor] float64 each. dtype and device are those of the copies: float32,
    // float64 or, on the CPU, bfloat16, which is summed up in float32. Sparse storage is for the
    // CPU.
    Diffusion(const std::vector<torch::Tensor>& supports, std::int64_t max_diffusion_step,
              DiffusionForm form, SupportStorage storage, torch::Dtype dtype, torch::Device device);

    std::int64_t matrices() const { return matrices_; }  // M, the identity included
    std::int64_t sensors() const { return sensors_; }
    torch::Dtype dtype() const { return dtype_; }

    // All on copies [window, sensor, M, feature], contiguous; x is copies[:, :, 0], and m > 0.
    // Dense supports are multiplied by `product`, which serves one thread at a time.
    // copies[:, :, m] = A_m x
    void diffuse(const torch::Tensor& copies, MatrixProduct& product) const;
    // copies[:, :, m] = A_m^T x
    void diffuse_transposed(const torch::Tensor& copies, MatrixProduct& product) const;
    // x += sum_m A_m^T copies[:, :, m], which are used up
    void collect(const torch::Tensor& copies, MatrixProduct& product) const;

    // Memory held by the supports themselves, in bytes.
    std::int64_t bytes() const;

private:
    torch::Dtype dtype_;
    std::int64_t matrices_ = 1, sensors_ = 0;
    torch::Tensor dense_, dense_transposed_;  // dense: A_m and A_m^T, [M - 1, sensor, sensor]
    std::shared_ptr<const SparseDiffusion> sparse_;  // sparse: null when dense
};

}  // namespace dcrnn
