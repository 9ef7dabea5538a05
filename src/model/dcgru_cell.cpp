#include "dcgru_cell.hpp"

#include "copies.hpp"
#include "gru_gates.hpp"

namespace dcrnn {

DcgruCell::DcgruCell(const CellWeights& weights, const Diffusion& diffusion, MatrixProduct& product,
                     const CellWorkspace& workspace)
    : weights_(weights), diffusion_(diffusion), product_(product), workspace_(workspace) {}

void DcgruCell::forward(const torch::Tensor& input, const torch::Tensor& old_state,
                        const torch::Tensor& copies, const CellStep& step) const {
    const std::int64_t units = step.state.size(1);
    const Write more = input.defined() ? Write::add : Write::fresh;
    if (input.defined()) product_(flat(input), weights_.input, workspace_.sums, Write::fresh);
    if (old_state.defined())
        product_(flat(copies), weights_.gates, workspace_.sums.narrow(1, 0, 2 * units), more);

    const GruCell cell{workspace_.sums, step.activations, weights_.bias, old_state};
    open_gates(cell, signal_of(workspace_.copies));
    if (old_state.defined()) {
        diffusion_.diffuse(workspace_.copies, product_);
        product_(flat(workspace_.copies), weights_.candidate,
                 workspace_.sums.narrow(1, 2 * units, units), more);
    }
    update_state(cell, step.state, signal_of(copies));
}

}  // namespace dcrnn
