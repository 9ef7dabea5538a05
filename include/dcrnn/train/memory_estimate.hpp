#pragma once
// What a run will need, before its first step, against what the node and its control group have.

#include "dcrnn/config/options.hpp"
#include "dcrnn/graph/diffusion.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <cstdint>
#include <string>

namespace dcrnn {

struct MemoryNeed {            // bytes, per rank
    std::int64_t process = 0;  // resident now: libraries and what else is loaded, less the readings
    std::int64_t data = 0;     // this rank's part of the node's copy of the readings
    std::int64_t supports = 0;
    std::int64_t activations = 0;  // of the largest share of a batch
    std::int64_t optimizer = 0;    // parameters, gradient, moments, best copy

    std::int64_t total() const { return process + data + supports + activations + optimizer; }
    std::string text() const;  // "1.9 GB a rank: activations 1.2 GB, ..."
};

struct RunSizes {
    NetworkSizes network;
    std::int64_t seq_len = 12, sensors = 0, batch_size = 64;
    Precision precision = Precision::float32;
    std::int64_t nonzeros = 0;    // of the adjacency
    std::int64_t data_bytes = 0;  // this rank's part of the node's copy of the readings
    SupportStorage storage = SupportStorage::sparse;
    torch::Device device = torch::kCPU;
};

// Collective. Throws Error(memory) when a node has no room for something that its ranks are about
// to share, e.g. the readings, before it is taken.
void require_room(const Communicator& comm, std::int64_t bytes_per_node, const std::string& what);

MemoryNeed estimate_memory(const RunSizes& sizes, int ranks);

// Collective. Throws Error(memory) with the largest --batch-size that fits when a rank needs more
// than its part of the node, or than its own limit of address space.
MemoryNeed check_memory(const Communicator& comm, const RunSizes& sizes);

}  // namespace dcrnn
