#include "dcgru_cell_gradient.hpp"

#include "copies.hpp"
#include "gru_gates.hpp"

#include <ATen/ATen.h>
#include <ATen/record_function.h>

namespace dcrnn {
namespace {

// read^T made, summed over rows.
void add_weight_gradient(const at::Tensor& read, const at::Tensor& made, const at::Tensor& sum,
                         MatrixProduct& product) {
    RECORD_USER_SCOPE("weight gradients");
    product(read.t(), made, sum, Write::add);
}

}  // namespace

DcgruCellGradient::DcgruCellGradient(const CellWeights& weights)
    : input_(weights.input.t().contiguous()),
      gates_(weights.gates.t().contiguous()),
      candidate_(by_output(weights.candidate).t().contiguous()),
      sums_{at::zeros(weights.input.sizes(), weights.bias.options()),
            at::zeros(weights.gates.sizes(), weights.bias.options()),
            at::zeros(candidate_.t().sizes(), weights.bias.options()),
            at::zeros_like(weights.bias)} {}

void DcgruCellGradient::step(const CellHistory& history, const CellGradients& gradients,
                             const Diffusion& diffusion, MatrixProduct& product,
                             const CellWorkspace& workspace) {
    const std::int64_t units = gradients.direct.size(1);
    const at::Tensor& of_products = workspace.products;
    const GruCell cell{{}, history.activations, {}, history.old_state};
    const GruGradient flow{of_products, sums_.bias, gradients.direct};
    const at::Tensor& kept = workspace.signal;
    const at::Tensor& of_candidate = workspace.copies;  // A_m^T da_c
    update_state_backward(cell, gradients.new_state, flow, signal_of(of_candidate), kept);
    if (history.old_state.defined()) {
        diffusion.diffuse_transposed(of_candidate, product);
        add_weight_gradient(kept, flat(of_candidate), sums_.candidate, product);
        product(flat(of_candidate), candidate_, kept, Write::fresh);  // now dk
        open_gates_backward(cell, kept, flow);
        const at::Tensor of_gates = of_products.narrow(1, 0, 2 * units);
        product(of_gates, gates_, flat(gradients.copies), Write::fresh);
        add_weight_gradient(flat(history.copies), of_gates, sums_.gates, product);
    }
    if (!history.input.defined()) return;
    add_weight_gradient(flat(history.input), of_products, sums_.input, product);
    if (gradients.input.defined())
        product(of_products, input_, flat(gradients.input), gradients.input_write);
}

CellWeights DcgruCellGradient::of_weights() const {
    CellWeights result = sums_;
    result.candidate = by_input(sums_.candidate);
    return result;
}

}  // namespace dcrnn
