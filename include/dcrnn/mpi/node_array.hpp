#pragma once
// One array per node, shared by the node's ranks (MPI_Win_allocate_shared), filled by shards: every
// rank writes its own contiguous rows, then nodes exchange them. Afterwards every rank sees all
// rows and must not write. The last copy of the object goes on all ranks of a node together.

#include "dcrnn/mpi/communicator.hpp"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace dcrnn {

class SharedMemory;

class NodeArray {
public:
    struct Rows {
        std::int64_t first = 0, count = 0;
    };

    // Collective. rows[r] is the first row and the number of rows of rank r; together they cover
    // the first axis of `shape` once. Throws Error(memory) with the remedy when the node's shared
    // memory (/dev/shm) cannot hold the array, instead of dying of SIGBUS at the first touch;
    // on one rank alone where Open MPI finds it out.
    NodeArray(const Communicator& comm, std::vector<std::int64_t> shape, torch::Dtype dtype,
              std::vector<Rows> rows);

    // The same with `node` in the place of comm.node(): ranks of one machine as several nodes.
    NodeArray(const Communicator& comm, const Communicator& node, std::vector<std::int64_t> shape,
              torch::Dtype dtype, std::vector<Rows> rows);

    // Collective. `fill` gets this rank's own rows as a tensor [count, ...] to write into; it may
    // throw on some ranks only (all then throw, see together.hpp). Nodes then exchange what they
    // lack.
    void fill(const std::function<void(torch::Tensor)>& fill);

    // The whole array; valid as long as this object.
    const torch::Tensor& values() const { return values_; }
    // One copy, whatever the number of ranks.
    std::int64_t bytes_on_node() const;

private:
    void exchange();

    Communicator comm_;
    Communicator node_;
    Communicator leaders_;  // rank 0 of each node
    std::vector<Rows> rows_;
    std::shared_ptr<SharedMemory> memory_;
    torch::Tensor values_;
};

}  // namespace dcrnn
