#pragma once
// One failure, one message: a line on stderr.

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/communicator.hpp"

namespace dcrnn {

void report(const Error& error);

// The end of a rank that has failed while the others may be waiting for it: says which rank and
// host, and ends the whole job. Returns the exit code when it is the only rank.
int fail_alone(const Communicator& world, const Error& error);

}  // namespace dcrnn
