#pragma once
// The passes of gru_gates.hpp with LibTorch's operators, for any device and type.

#include "gru_gates.hpp"

namespace dcrnn::operators {

void open_gates(const GruCell& cell, const torch::Tensor& kept);
void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy);
void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept);
void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient);

}  // namespace dcrnn::operators
