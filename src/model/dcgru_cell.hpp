#pragma once
// The diffusion convolutional gated recurrent unit (DCRNN paper, section 2.3). With * for the
// diffusion convolution, y * W = sum_m A_m y W_m:
//   r, u = sigmoid([x, h] * W_ru + b_ru),  c = tanh([x, r h] * W_c + b_c),  h' = u h + (1 - u) c
// x and h come diffused already: x is the state of the layer below, which that layer needs diffused
// as well, or what the network is fed. Copies are [window, sensor, matrix, feature], signals [rows,
// feature] with a row for each window's sensors; an undefined one stands for zeros.

#include "dcrnn/graph/diffusion.hpp"
#include "dcrnn/product/matrix_product.hpp"
#include "network_weights.hpp"

#include <torch/types.h>

namespace dcrnn {

// What a time step of a cell leaves for the next step and for the backward pass.
struct CellStep {
    torch::Tensor activations;  // r, u, c: [rows, 3 * units], in the type of copies
    torch::Tensor state;        // [rows, units]
};

// Memory for what lives within a step only; one serves all cells of one part of a batch. All but
// the sums in the type of copies.
struct CellWorkspace {
    torch::Tensor copies;    // [window, sensor, matrix, unit]
    torch::Tensor sums;      // [rows, 3 * units]: forward
    torch::Tensor products;  // [rows, 3 * units]: backward
    torch::Tensor signal;    // [rows, units]: backward
};

class DcgruCell {
public:
    // Keeps references to all.
    DcgruCell(const CellWeights& weights, const Diffusion& diffusion, MatrixProduct& product,
              const CellWorkspace& workspace);

    // Fills `step`. copies: of the old state, and receive the new one, yet to be diffused.
    void forward(const torch::Tensor& input, const torch::Tensor& old_state,
                 const torch::Tensor& copies, const CellStep& step) const;

private:
    const CellWeights& weights_;
    const Diffusion& diffusion_;
    MatrixProduct& product_;
    const CellWorkspace& workspace_;
};

}  // namespace dcrnn
