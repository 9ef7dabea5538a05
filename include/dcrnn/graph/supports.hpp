#pragma once
// The matrices that the diffusion multiplies with (DCRNN paper, section 2.2): transposed random
// walks or the Laplacian.

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <vector>

namespace dcrnn {

// weights: [sensor, sensor] float64. Result: one (random_walk, laplacian) or two (dual_random_walk)
// matrices S, [sensor, sensor] float64, as they stand left of the signal: S x.
//   random_walk       (D_out^-1 W)^T
//   dual_random_walk  (D_out^-1 W)^T, (D_in^-1 W^T)^T
//   laplacian         2 L / lambda_max - I, L = I - D^-1/2 W' D^-1/2, W' = max(W, W^T), lambda_max
//   computed
// The inverse degree of a sensor without roads is 0.
// pytorch_port reverses, in each row of D^-1 W and D^-1 W^T before the transposition, the order of
// the values of the non-zeros, as the public PyTorch ports do by mistake (they sort the indices of
// the sparse matrix but not the values); the Laplacian is not affected.
std::vector<torch::Tensor> make_supports(const torch::Tensor& weights, FilterType filter_type,
                                         SupportVariant variant);

}  // namespace dcrnn
