#pragma once
// From the words of the command line to the exit code. Collective.

#include "dcrnn/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace dcrnn {

int run_program(const Communicator& comm, const std::vector<std::string>& words);

}  // namespace dcrnn
