#pragma once
// Sparse or dense supports: one rank computes with sparse ones, more than one with dense ones, and
// the program chooses.

#include "dcrnn/config/options.hpp"
#include "dcrnn/graph/diffusion.hpp"

#include <cstdint>
#include <string>

namespace dcrnn {

struct StorageChoice {
    SupportStorage storage = SupportStorage::sparse;
    std::string why;      // for the header of the run
    std::string warning;  // empty, or what the forced choice costs
};

// Throws Error(usage) for sparse on more than one rank. nonzeros and sensors are the graph's: they
// give the cost of a forced choice. On a GPU the supports are dense: the sparse product is for the
// CPU.
StorageChoice choose_storage(AdjacencyKind wanted, int ranks, const torch::Device& device,
                             std::int64_t nonzeros, std::int64_t sensors);

}  // namespace dcrnn
