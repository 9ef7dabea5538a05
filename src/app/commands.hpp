#pragma once
// The commands. Each is collective and returns the exit code; results go to stdout on rank 0.

#include "console.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "invocation.hpp"

namespace dcrnn {

int run_train(const Communicator& comm, const Invocation& invocation, Console& console);
int run_evaluate(const Communicator& comm, const Invocation& invocation, Console& console);
int run_predict(const Communicator& comm, const Invocation& invocation, Console& console);
int run_info(const Communicator& comm, const Invocation& invocation);
int run_import(const Communicator& comm, const Invocation& invocation);
int run_export(const Communicator& comm, const Invocation& invocation, Console& console);
int run_sample(const Communicator& comm, const Invocation& invocation);
// What decides speed and correctness on these hosts and in this job; 1 when results cannot be
// trusted.
int run_doctor(const Communicator& comm, const Invocation& invocation);

}  // namespace dcrnn
