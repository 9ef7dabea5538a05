#pragma once
// The passes of gru_gates.hpp in two ways, of which that file chooses.

#include "gru_gates.hpp"

namespace dcrnn {

// As loops on the CPU, for float and double, and float with copies of bfloat16. A unit is one
// thread's from its first to its last row, so that sums over rows do not depend on the number of
// threads.
namespace loops {

void open_gates(const GruCell& cell, const torch::Tensor& kept);
void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy);
void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept);
void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient);

}  // namespace loops

// With LibTorch's operators, for any device and type.
namespace operators {

void open_gates(const GruCell& cell, const torch::Tensor& kept);
void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy);
void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept);
void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient);

}  // namespace operators
}  // namespace dcrnn
