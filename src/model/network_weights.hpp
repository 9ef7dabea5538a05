#pragma once
// The weights as the products read them, and their gradient likewise. Rows of weights are
// matrix * features + feature (published: feature * matrices + matrix), as copies lie in memory.

#include "dcrnn/model/dcrnn.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

// All but the bias in the type of the copies.
struct CellWeights {
    torch::Tensor input;      // [matrices * inputs, 3 * units]: reset, update, candidate
    torch::Tensor gates;      // [matrices * units, 2 * units], of the state: reset, update
    torch::Tensor candidate;  // [matrices * units, units], of what is kept of the state
    torch::Tensor bias;       // [3 * units]
};

struct NetworkWeights {
    std::vector<CellWeights> encoder, decoder;  // by layer
    torch::Tensor projection, projection_bias;  // [output_dim, units], [output_dim]
};

// parameters: flat, in the order of parameter_specs. Gates without diffusion get zeros for the
// matrices that they do not read.
NetworkWeights arrange(const torch::Tensor& parameters, const NetworkSizes& sizes,
                       torch::Dtype copies);

// The other way, for a gradient: adds to the flat one.
void add_published(const NetworkWeights& gradient, const NetworkSizes& sizes,
                   const torch::Tensor& flat);

// Candidate weights of inputs [matrices * units, units], seen from the outputs: [units,
// matrices * units], column matrix * units + output; and back.
torch::Tensor by_output(const torch::Tensor& candidate);
torch::Tensor by_input(const torch::Tensor& candidate);

}  // namespace dcrnn
