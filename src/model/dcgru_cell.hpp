#pragma once
// The diffusion convolutional gated recurrent unit (DCRNN paper, section 2.3). With * for the
// diffusion convolution:
//   r, u = sigmoid([x, h] * W_ru + b_ru)
//   c    = tanh([x, r h] * W_c + b_c)
//   h'   = u h + (1 - u) c
// What depends on x alone is computed apart: once for gates and candidate, and x comes diffused
// already, as it is the state of the layer below or known beforehand.

#include "dcrnn/model/dcrnn.hpp"
#include "diffused.hpp"

#include <torch/types.h>

namespace dcrnn {

// The terms of x: rows of gates and candidate before the terms of the state are added.
struct InputTerms {
    torch::Tensor gates;      // [rows, 2 * units], or [2 * units] for all rows
    torch::Tensor candidate;  // [rows, units], or [units] for all rows
};

class DcgruCell {
public:
    // The four tensors as published, for `inputs` input features.
    DcgruCell(const NetworkSizes& sizes, std::int64_t inputs, const torch::Tensor* published);

    InputTerms input_terms(const Diffused& input) const;
    InputTerms zero_input_terms() const;

    // The new state [rows, units]; an undefined state.signal stands for zeros.
    torch::Tensor step(const Diffusion& diffusion, const InputTerms& terms,
                       const Diffused& state) const;

private:
    torch::Tensor gates(const InputTerms& terms, const Diffused& state) const;

    std::int64_t units_;
    bool gates_diffuse_;
    torch::Tensor input_weights_;      // [matrices * inputs, 3 * units or units]
    torch::Tensor input_bias_;         // [3 * units or units]
    torch::Tensor gate_weights_;       // of the state, [matrices * units or units, 2 * units]
    torch::Tensor candidate_weights_;  // of the state, [matrices * units, units]
    torch::Tensor
        plain_gate_weights_;  // of the input, [inputs, 2 * units]: gates without diffusion
    torch::Tensor plain_gate_bias_;
};

}  // namespace dcrnn
