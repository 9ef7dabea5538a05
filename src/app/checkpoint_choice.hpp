#pragma once
// Which checkpoint is meant: --checkpoint, or of --run-dir the best one, else the last.

#include "dcrnn/mpi/communicator.hpp"
#include "invocation.hpp"

#include <string>

namespace dcrnn {

// Collective; rank 0 looks. Throws Error(usage) when the user names none or both, Error(data) when
// the run has none.
std::string choose_checkpoint(const Communicator& comm, const Invocation& invocation);

}  // namespace dcrnn
