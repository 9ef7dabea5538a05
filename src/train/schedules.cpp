#include "dcrnn/train/schedules.hpp"

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

// Steele, Lea and Flood's splitmix64 finaliser: turns counters into independent-looking bits.
std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

double uniform(std::int64_t seed, std::int64_t step, std::int64_t horizon_step) {
    std::uint64_t bits = mix(static_cast<std::uint64_t>(seed));
    bits = mix(bits ^ static_cast<std::uint64_t>(step));
    bits = mix(bits ^ static_cast<std::uint64_t>(horizon_step));
    return static_cast<double>(bits >> 11) * 0x1.0p-53;  // [0, 1)
}

}  // namespace

double learning_rate(const TrainOptions& options, std::int64_t epoch) {
    const auto falls = std::count_if(options.steps.begin(), options.steps.end(),
                                     [&](std::int64_t step) { return step <= epoch; });
    return std::max(options.min_learning_rate,
                    options.base_lr * std::pow(options.lr_decay_ratio, static_cast<double>(falls)));
}

double teaching_probability(std::int64_t cl_decay_steps, std::int64_t step) {
    const auto decay = static_cast<double>(cl_decay_steps);
    return decay / (decay + std::exp(static_cast<double>(step) / decay));
}

std::vector<char> teacher_coins(const TrainOptions& options, std::int64_t step,
                                std::int64_t horizon) {
    if (!options.use_curriculum_learning) return {};
    const double probability = teaching_probability(options.cl_decay_steps, step);
    std::vector<char> coins(static_cast<std::size_t>(horizon));
    for (std::int64_t t = 0; t < horizon; ++t)
        coins[static_cast<std::size_t>(t)] = uniform(options.seed, step, t) < probability;
    return coins;
}

}  // namespace dcrnn
