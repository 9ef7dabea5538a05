#pragma once
// May this run continue that checkpoint, and what must be said; and how all ranks come to the same
// state.

#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/checkpoint.hpp"

#include <string>
#include <vector>

namespace dcrnn {

// Throws Error(usage) for a changed option that alters the result (its name, old and new value),
// Error(data) for changed sensors, readings or graph.
void require_same_run(const RunIdentity& saved, const RunIdentity& now);

// What makes the continuation equal up to rounding instead of bit for bit: other ranks, ranks per
// host or threads.
std::vector<std::string> rounding_notes(const RunIdentity& saved, const RunIdentity& now);

// Rank 0's state on every rank; parameter_count and type are known everywhere. Collective.
void broadcast_state(const Communicator& comm, TrainingState& state, std::int64_t parameter_count,
                     torch::Dtype dtype);

// Rank 0's scaler on every rank: all must have the same bits. Collective.
void broadcast_scaler(const Communicator& comm, Scaler& scaler);

// The ranks whose parameters differ in any bit from rank 0's, as "1, 3"; empty: none. Collective.
std::string ranks_that_differ(const Communicator& comm, const torch::Tensor& parameters);

// Throws Error(other) on every rank when the parameters differ in any bit from rank 0's, naming the
// ranks. Collective.
void require_equal_replicas(const Communicator& comm, const torch::Tensor& parameters);

}  // namespace dcrnn
