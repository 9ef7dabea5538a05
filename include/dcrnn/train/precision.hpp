#pragma once
// Whether this machine can compute in the precision asked for.

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <string>

namespace dcrnn {

// Empty, or what is to be said about a choice that gains little here, with the speed of the
// products measured beside those of float32. Throws Error(usage) for bfloat16 where the processor
// has no products of it, and on a GPU.
std::string check_precision(Precision precision, const torch::Device& device);

}  // namespace dcrnn
