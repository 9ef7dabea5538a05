#pragma once
// The doctor's look at each host of the job: what decides the speed of its ranks, and their room.

#include "dcrnn/config/options.hpp"
#include "finding.hpp"

namespace dcrnn {

// Collective: the ranks of a host measure one after another's leader, and agree on threads. The
// same topics on every rank.
std::vector<Finding> check_host(const Communicator& comm, const RunOptions& options);

}  // namespace dcrnn
