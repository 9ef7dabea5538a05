#pragma once
// The three forms of the diffusion as lists of steps, which the dense storage carries out on
// matrices and the sparse storage on signals. Signal 0 is the input.

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
struct DiffusionProgram {
    std::vector<DiffusionStep> steps;
    std::vector<std::int64_t> copies;  // the signals of A_1 .., in this order
    std::int64_t signals() const { return static_cast<std::int64_t>(steps.size()) + 1; }
};

// From x to A_m x, m > 0. Every result is a copy.
DiffusionProgram diffusion_program(std::int64_t supports, std::int64_t max_diffusion_step,
                                   DiffusionForm form);

// From x to A_m^T x, on the transposed supports. A polynomial of one support commutes with
// transposition; where a support starts from what others left behind, (T S)^T = S^T T^T, the order
// is turned about, and there are results between that are no copies.
DiffusionProgram transposed_program(std::int64_t supports, std::int64_t max_diffusion_step,
                                    DiffusionForm form);

}  // namespace dcrnn
