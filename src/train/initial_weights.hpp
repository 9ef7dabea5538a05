#pragma once
// Weights of an earlier network, to begin another training with (--initial-weights).

#include "dcrnn/train/checkpoint.hpp"

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct InitialWeights {
    torch::Tensor parameters;  // flat, float32 or float64 as the checkpoint has them
    std::uint64_t fingerprint = 0;
    std::vector<std::string> warnings;  // what the weights were trained for and this run is not
};

// Of the checkpoint that the options name. Throws Error(data) as read_checkpoint does, and when the
// sizes of the two networks differ, by name.
InitialWeights read_initial_weights(const RunIdentity& identity);

// A run that goes on must have begun with the weights that are named now. They are read only where
// another file is named than then. Throws Error(usage).
void require_same_beginning(const RunIdentity& saved, const RunIdentity& now);

}  // namespace dcrnn
