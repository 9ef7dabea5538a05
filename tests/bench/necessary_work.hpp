#pragma once
// The arithmetic that a training step cannot do without: every signal diffused once, every diffused
// signal multiplied with its weights, and twice as much backwards for the weights, as much for the
// diffusion. Known zeros (first states, GO symbol) are counted as work, which is 2 % here.

#include "dcrnn/model/dcrnn.hpp"

#include <cstdint>

namespace dcrnn::bench {

struct NecessaryWork {
    double dense = 0, sparse = 0;  // floating-point operations of one step
};

// nonzeros: of one support; each diffusion step multiplies with one support once.
NecessaryWork necessary_work(const NetworkSizes& sizes, std::int64_t seq_len, std::int64_t sensors,
                             std::int64_t batch, std::int64_t nonzeros);

}  // namespace dcrnn::bench
