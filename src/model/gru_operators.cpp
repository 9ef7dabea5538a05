#include "gru_variants.hpp"

#include <ATen/ATen.h>

namespace dcrnn::operators {
namespace {

struct Parts {
    at::Tensor reset, update, candidate;
};

Parts parts_of(const at::Tensor& whole) {
    const auto parts = whole.chunk(3, -1);
    return {parts[0], parts[1], parts[2]};
}

}  // namespace

void open_gates(const GruCell& cell, const torch::Tensor& kept) {
    const std::int64_t units = cell.sums.size(1) / 3;
    const auto gates = [&](const at::Tensor& whole) { return whole.narrow(-1, 0, 2 * units); };
    const at::Tensor open = at::sigmoid(gates(cell.sums) + gates(cell.bias));
    gates(cell.activations).copy_(open);
    if (cell.state.defined()) kept.detach().copy_(open.narrow(1, 0, units) * cell.state);
}

void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy) {
    const at::Tensor candidate =
        at::tanh(parts_of(cell.sums).candidate + parts_of(cell.bias).candidate);
    auto [reset, update, tanh] = parts_of(cell.activations);
    tanh.copy_(candidate);
    const at::Tensor old = cell.state.defined() ? cell.state : at::zeros_like(candidate);
    new_state.detach().copy_(candidate + update * (old - candidate));
    copy.detach().copy_(new_state);
}

void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept) {
    const auto [reset, update, tanh] = parts_of(cell.activations);
    auto [of_reset, of_update, of_candidate] = parts_of(gradient.products);
    const at::Tensor old = cell.state.defined() ? cell.state : at::zeros_like(tanh);
    const at::Tensor whole = new_state + gradient.direct;
    of_update.copy_(whole * (old - tanh) * update * (1 - update));
    of_candidate.copy_(whole * (1 - update) * (1 - tanh * tanh));
    const std::int64_t units = tanh.size(1);
    gradient.bias.narrow(0, units, 2 * units)
        .add_(gradient.products.narrow(1, units, 2 * units).sum(0));
    gradient.direct.detach().copy_(whole * update);
    if (cell.state.defined()) {
        candidate.detach().copy_(of_candidate);
        kept.detach().copy_(reset * old);
    } else {
        of_reset.zero_();
    }
}

void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient) {
    const at::Tensor reset = parts_of(cell.activations).reset;
    at::Tensor of_reset = parts_of(gradient.products).reset;
    of_reset.copy_(kept * cell.state * reset * (1 - reset));
    parts_of(gradient.bias).reset.add_(of_reset.sum(0));
    gradient.direct.detach().add_(kept * reset);
}

}  // namespace dcrnn::operators
