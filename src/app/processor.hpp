#pragma once
// Threads and speed of the processors, settled before any tensor is computed.

#include "dcrnn/config/options.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/log.hpp"

namespace dcrnn {

// Sets the threads of this rank and warns of cores that Open MPI withholds and of a slow matrix
// product. Collective; only rank 0 calls the logger.
void prepare_processor(const Communicator& comm, const RunOptions& options, const Logger& logger);

}  // namespace dcrnn
