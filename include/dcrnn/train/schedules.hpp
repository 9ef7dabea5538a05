#pragma once
// What changes while training goes on, as functions of epoch and step alone: equal on every rank,
// nothing to save.

#include "dcrnn/config/options.hpp"

#include <cstdint>
#include <vector>

namespace dcrnn {

// base_lr * lr_decay_ratio ^ (number of `steps` <= epoch), at least min_learning_rate; epochs count
// from 0.
double learning_rate(const TrainOptions& options, std::int64_t epoch);

// Probability that the decoder is fed the truth: d / (d + exp(step / d)), d = cl_decay_steps (DCRNN
// paper, section 2.4).
double teaching_probability(std::int64_t cl_decay_steps, std::int64_t step);

// One coin per horizon step, a function of (seed, step, horizon step); empty without curriculum
// learning.
std::vector<char> teacher_coins(const TrainOptions& options, std::int64_t step,
                                std::int64_t horizon);

}  // namespace dcrnn
