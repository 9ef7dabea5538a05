#pragma once
// Memory that the ranks of a node share. Open MPI backs it by a file in a folder of the node,
// /dev/shm as a rule, deleted as soon as all have mapped it. A full folder kills with SIGBUS at the
// first touch of a page, so the room is checked before and the pages are taken at once.

#include "call.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <mpi.h>
#include <torch/types.h>

#include <cstdint>
#include <string>

namespace dcrnn {

class SharedMemory {
public:
    // Collective on `job`; `node` is this rank's part of it. Throws Error(memory) on all ranks when
    // one node lacks the room.
    SharedMemory(const Communicator& job, const Communicator& node, std::int64_t bytes);
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory();  // collective on the node, unless an exception unwinds

    void* data() const { return data_; }  // aligned to 64 bytes

    // Collective on the node: what any of its ranks wrote before, all see afterwards.
    void publish();

private:
    Communicator node_;
    MPI_Win window_ = MPI_WIN_NULL;
    torch::Tensor own_;  // in the place of the window on a rank that has its node to itself
    void* data_ = nullptr;
    Unwinding unwinding_;

    void allocate_window(std::int64_t bytes, const std::string& folder);
};

}  // namespace dcrnn
