#pragma once
// What a run will need, before its first step, against what the node and its control group have.

#include "dcrnn/graph/diffusion.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <cstdint>
#include <string>

namespace dcrnn {

struct MemoryNeed {            // bytes, per rank
    std::int64_t process = 0;  // resident now: libraries and all that is loaded already
    std::int64_t supports = 0;
    std::int64_t activations = 0;  // of the largest share of a batch
    std::int64_t optimizer = 0;    // parameters, gradient, moments, best copy

    std::int64_t total() const { return process + supports + activations + optimizer; }
    std::string text() const;  // "1.9 GB a rank: activations 1.2 GB, ..."
};

struct RunSizes {
    NetworkSizes network;
    std::int64_t seq_len = 12, sensors = 0, batch_size = 64, element_bytes = 4;
    std::int64_t nonzeros = 0;  // of the adjacency
    SupportStorage storage = SupportStorage::sparse;
};

MemoryNeed estimate_memory(const RunSizes& sizes, int ranks);

// Collective. Throws Error(memory) with the largest --batch-size that fits when the ranks of a node
// need more than it has.
MemoryNeed check_memory(const Communicator& comm, const RunSizes& sizes);

}  // namespace dcrnn
