#pragma once
// Which checkpoint is meant: --checkpoint, or of --run-dir the best one; the last, where best.h5 is
// missing or damaged.

#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/log.hpp"
#include "invocation.hpp"

#include <string>

namespace dcrnn {

// Collective; rank 0 looks. Throws Error(usage) when the user names none or both, Error(data) when
// the run has none.
std::string choose_checkpoint(const Communicator& comm, const Invocation& invocation,
                              const Logger& logger);

}  // namespace dcrnn
