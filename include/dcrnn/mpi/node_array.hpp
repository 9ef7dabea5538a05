#pragma once
// One array per node, shared by the node's ranks (MPI_Win_allocate_shared), filled by shards: every
// rank writes its own contiguous rows, then nodes exchange them. Afterwards every rank sees all
// rows and must not write.

#include "dcrnn/mpi/communicator.hpp"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace dcrnn {

class NodeArray {
public:
    // Collective. rows[r] is the first row and the number of rows of rank r; together they cover
    // the first axis of `shape` once. Throws Error(memory) with the remedy when the node's shared
    // memory (/dev/shm) cannot hold the array, instead of dying of SIGBUS at the first touch.
    struct Rows {
        std::int64_t first = 0, count = 0;
    };
    NodeArray(const Communicator& comm, std::vector<std::int64_t> shape, torch::Dtype dtype,
              std::vector<Rows> rows);

    // Collective. `fill` gets this rank's own rows as a tensor [count, ...] to write into; it may
    // throw on some ranks only (all then throw, see together.hpp). Nodes then exchange what they
    // lack.
    void fill(const std::function<void(torch::Tensor)>& fill);

    const torch::Tensor& values() const {
        return values_;
    }                                    // the whole array; lives as long as this object
    std::int64_t bytes_on_node() const;  // one copy, whatever the number of ranks

private:
    struct Window;
    Communicator comm_;
    std::vector<Rows> rows_;
    std::shared_ptr<Window> window_;
    torch::Tensor values_;
};

}  // namespace dcrnn
