#pragma once
// A signal on the sensors together with its diffused copies, arranged for products with weights.
// Signals are matrices [sensor * batch, feature], sensor-major: seen as [sensor, batch * feature]
// they are diffused by one product without any transposition.

#include "dcrnn/graph/diffusion.hpp"

#include <torch/types.h>

namespace dcrnn {

struct Diffused {
    torch::Tensor signal;  // [rows, features]
    torch::Tensor copies;  // [rows, matrices * features], the signal itself first; undefined where
                           // nobody reads it
};

Diffused diffuse(const Diffusion& diffusion, const torch::Tensor& signal);

}  // namespace dcrnn
