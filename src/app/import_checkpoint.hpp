#pragma once
// `import` of a checkpoint of PyTorch. Collective.

#include "dcrnn/mpi/communicator.hpp"
#include "invocation.hpp"

#include <string>

namespace dcrnn {

// Writes --output and returns what to say about it. Throws Error(data) for a file that holds no
// DCRNN, Error(usage) where its scaler or windows are said nowhere.
std::string import_checkpoint(const Communicator& comm, const Invocation& invocation,
                              const std::string& path);

}  // namespace dcrnn
