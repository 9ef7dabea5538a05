#pragma once
// The element-wise part of the gated recurrent unit, forward and backward, each in one pass over
// memory. With the products a_r, a_u, a_c of a cell, its state h and g, d, the gradients of h' and
// k, of which the parts that went through A_m have been collected:
//   r = sigmoid(a_r + b_r),  u = sigmoid(a_u + b_u),  k = r h   (k: what is kept of the state)
//   c = tanh(a_c + b_c),     h' = u h + (1 - u) c
//   du = g (h - c) u (1 - u),  dc = g (1 - u) (1 - c^2),  dr = d h r (1 - r),  dh = g u + d r + ...
// Signals are [rows, units], a row's units side by side; they may be parts of diffused copies.

#include <torch/types.h>

namespace dcrnn {

struct GruCell {
    torch::Tensor sums;         // [rows, 3 * units]: a_r, a_u, a_c; the backward passes need none
    torch::Tensor activations;  // [rows, 3 * units]: r, u, c
    torch::Tensor bias;         // [3 * units]; the backward passes need none
    torch::Tensor state;        // h; undefined: zeros
};

// Writes u and, unless h is zero, r and k.
void open_gates(const GruCell& cell, const torch::Tensor& kept);
// Writes c, and h' to both.
void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy);

struct GruGradient {
    torch::Tensor products;  // [rows, 3 * units]: dr, du, dc are written
    torch::Tensor bias;      // [3 * units]: their sums are added
    torch::Tensor direct;    // [rows, units]: comes with a part of g that went through no product
                             // and leaves with that of dh
};

// new_state: the rest of g. Writes du and dc; dc also to `candidate` and k, unless h is zero, when
// it writes a dr of zero.
void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept);
// kept: d. Writes dr.
void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient);

}  // namespace dcrnn
