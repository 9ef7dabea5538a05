#pragma once
// The three forms of the diffusion as one list of steps, which the dense storage carries out on
// matrices, the sparse storage on signals, and its gradient backwards. Signal 0 is the input.

#include "dcrnn/config/options.hpp"

#include <cstdint>
#include <vector>

namespace dcrnn {

constexpr std::int64_t kNoSignal = -1;

// signal[result] = factor * support * signal[operand] - signal[subtrahend]
struct DiffusionStep {
    std::int64_t support = 0;
    double factor = 1;
    std::int64_t operand = 0;
    std::int64_t subtrahend = kNoSignal;  // kNoSignal: nothing is subtracted
    std::int64_t result = 0;
};

// Results are 1, 2, ... in this order; every operand and subtrahend is an earlier one.
std::vector<DiffusionStep> diffusion_steps(std::int64_t supports, std::int64_t max_diffusion_step,
                                           DiffusionForm form);

}  // namespace dcrnn
