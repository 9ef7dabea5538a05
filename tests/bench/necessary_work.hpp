#pragma once
// The arithmetic that cannot be done without: every signal diffused once, every diffused signal
// multiplied with its weights; and in a training step twice as much backwards for the weights, as
// much for the diffusion. Known zeros (first states, GO symbol) are counted as work, which is 2 %
// here.

#include "dcrnn/model/dcrnn.hpp"

#include <cstdint>

namespace dcrnn::bench {

struct NecessaryWork {
    double training = 0, evaluation = 0;  // floating-point operations for one batch
};

// nonzeros: of one support, by which each diffusion step multiplies once.
NecessaryWork necessary_work(const NetworkSizes& sizes, std::int64_t seq_len, std::int64_t sensors,
                             std::int64_t batch, std::int64_t nonzeros);

}  // namespace dcrnn::bench
