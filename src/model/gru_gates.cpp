#include "gru_gates.hpp"

#include "gru_variants.hpp"

#include <ATen/record_function.h>

namespace dcrnn {
namespace {

bool loops_serve(const GruCell& cell) {
    const auto type = cell.activations.scalar_type();
    return cell.activations.is_cpu() &&
           (type == torch::kFloat32 || type == torch::kFloat64 || type == torch::kBFloat16);
}

}  // namespace

void open_gates(const GruCell& cell, const torch::Tensor& kept) {
    RECORD_USER_SCOPE("gates");
    if (loops_serve(cell)) return loops::open_gates(cell, kept);
    operators::open_gates(cell, kept);
}

void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy) {
    RECORD_USER_SCOPE("gates");
    if (loops_serve(cell)) return loops::update_state(cell, new_state, copy);
    operators::update_state(cell, new_state, copy);
}

void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept) {
    RECORD_USER_SCOPE("gates");
    if (loops_serve(cell))
        return loops::update_state_backward(cell, new_state, gradient, candidate, kept);
    operators::update_state_backward(cell, new_state, gradient, candidate, kept);
}

void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient) {
    RECORD_USER_SCOPE("gates");
    if (loops_serve(cell)) return loops::open_gates_backward(cell, kept, gradient);
    operators::open_gates_backward(cell, kept, gradient);
}

}  // namespace dcrnn
