#pragma once
// The passes of gru_gates.hpp as loops, for float and double on the CPU. A unit is one thread's
// from its first to its last row, so that sums over rows do not depend on the number of threads.

#include "gru_gates.hpp"

namespace dcrnn::loops {

void open_gates(const GruCell& cell, const torch::Tensor& kept);
void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy);
void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept);
void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient);

}  // namespace dcrnn::loops
