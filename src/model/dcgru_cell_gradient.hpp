#pragma once
// The backward pass of the cell of dcgru_cell.hpp, over all its time steps. With a_r, a_u, a_c for
// the arguments of sigmoid and tanh, da for their gradients (gru_gates.hpp), Y_m = A_m y for the
// copies of x and h, and k = r h:
//   x, h   dY_m = da W_m^T,  dW_m = Y_m^T da;  who made the copies collects dy = sum_m A_m^T dY_m,
//          once all who read them have added to dY_m: diffusing back once is enough
//   k      dW_m = (A_m k)^T da_c = k^T (A_m^T da_c),  dk = sum_m (A_m^T da_c) W_m^T;
//          so da_c is diffused instead of dk collected, and the copies of k need not be kept

#include "dcgru_cell.hpp"

#include <torch/types.h>

namespace dcrnn {

// What a time step of the cell had and made in the forward pass.
struct CellHistory {
    torch::Tensor input;      // copies; undefined: zeros
    torch::Tensor old_state;  // undefined: zeros
    torch::Tensor copies;     // of the old state
    torch::Tensor activations;
};

struct CellGradients {
    torch::Tensor new_state;  // [rows, units], of the new state
    torch::Tensor direct;     // [rows, units], the rest of it; becomes a part of the old state's
    torch::Tensor input;      // of the input's copies; undefined: not wanted
    Write input_write = Write::fresh;
    torch::Tensor copies;  // of the old state's copies, the other part; may hold new_state before
};

class DcgruCellGradient {
public:
    explicit DcgruCellGradient(const CellWeights& weights);

    // One time step; the gradients of the weights add up.
    void step(const CellHistory& history, const CellGradients& gradients,
              const Diffusion& diffusion, MatrixProduct& product, const CellWorkspace& workspace);

    CellWeights of_weights() const;  // their sums so far

private:
    torch::Tensor input_, gates_, candidate_;  // transposed; candidate: by output
    CellWeights sums_;                         // candidate: by output
};

}  // namespace dcrnn
