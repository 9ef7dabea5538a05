#include "dcgru_cell.hpp"

#include <ATen/ATen.h>

#include <vector>

namespace dcrnn {

namespace {

struct SplitWeights {
    at::Tensor input, state;
};

// The rows of published weights are feature * matrices + matrix, inputs before state; those of
// Diffused::copies are matrix * features + feature.
SplitWeights split_weights(const at::Tensor& published, std::int64_t inputs, std::int64_t units,
                           std::int64_t matrices) {
    const std::int64_t outputs = published.size(1);
    const auto parts = published.view({inputs + units, matrices, outputs})
                           .permute({1, 0, 2})
                           .split_with_sizes({inputs, units}, 1);
    return {parts[0].reshape({matrices * inputs, outputs}),
            parts[1].reshape({matrices * units, outputs})};
}

}  // namespace

DcgruCell::DcgruCell(const NetworkSizes& sizes, std::int64_t inputs, const torch::Tensor* published)
    : units_(sizes.rnn_units), gates_diffuse_(sizes.use_gc_for_ru) {
    const at::Tensor &gate_weights = published[0], &gate_bias = published[1];
    const at::Tensor &candidate_weights = published[2], &candidate_bias = published[3];
    const SplitWeights candidate = split_weights(candidate_weights, inputs, units_, sizes.matrices);
    const SplitWeights gates =
        split_weights(gate_weights, inputs, units_, gates_diffuse_ ? sizes.matrices : 1);
    gate_weights_ = gates.state;
    candidate_weights_ = candidate.state;
    if (gates_diffuse_) {
        input_weights_ = at::cat({gates.input, candidate.input}, 1);
        input_bias_ = at::cat({gate_bias, candidate_bias});
    } else {
        input_weights_ = candidate.input;
        input_bias_ = candidate_bias;
        plain_gate_weights_ = gates.input;
        plain_gate_bias_ = gate_bias;
    }
}

InputTerms DcgruCell::input_terms(const Diffused& input) const {
    const at::Tensor terms = at::addmm(input_bias_, input.copies, input_weights_);
    if (!gates_diffuse_)
        return {at::addmm(plain_gate_bias_, input.signal, plain_gate_weights_), terms};
    const auto parts = terms.split_with_sizes({2 * units_, units_}, 1);
    return {parts[0], parts[1]};
}

InputTerms DcgruCell::zero_input_terms() const {
    if (!gates_diffuse_) return {plain_gate_bias_, input_bias_};
    const auto parts = input_bias_.split_with_sizes({2 * units_, units_});
    return {parts[0], parts[1]};
}

torch::Tensor DcgruCell::gates(const InputTerms& terms, const Diffused& state) const {
    if (!state.signal.defined()) return terms.gates.sigmoid();
    const at::Tensor& read = gates_diffuse_ ? state.copies : state.signal;
    return at::addmm(terms.gates, read, gate_weights_).sigmoid_();
}

torch::Tensor DcgruCell::step(const Diffusion& diffusion, const InputTerms& terms,
                              const Diffused& state) const {
    const auto reset_update = gates(terms, state).split(units_, 1);
    const at::Tensor &reset = reset_update[0], &update = reset_update[1];
    if (!state.signal.defined()) return (1 - update) * terms.candidate.tanh();
    const Diffused kept = diffuse(diffusion, reset * state.signal);
    const at::Tensor candidate =
        at::addmm(terms.candidate, kept.copies, candidate_weights_).tanh_();
    return at::lerp(candidate, state.signal, update);
}

}  // namespace dcrnn
