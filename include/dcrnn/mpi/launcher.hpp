#pragma once
// What the launcher's variables say about this process, read without MPI. Open MPI's own come
// first, then those of PMI (MPICH, Intel MPI) and PMIx, then Slurm's, which count only inside a
// step: a batch script or an interactive shell of a large job is one process.

#include <string>

namespace dcrnn {

struct Launch {
    int rank = 0;
    int size = 1;          // at least; PMIx tells only the rank
    std::string variable;  // what told the size; empty: no launcher
};

Launch launch_of_environment();

// The process that speaks for all while MPI has not started or has failed to join the ranks.
bool is_first_process();

// Throws Error(other) when the launcher started several processes and MPI made each of them a
// world of its own (`ranks` 1), as the launcher of another MPI does.
void require_joined_ranks(const Launch& launch, int ranks);

}  // namespace dcrnn
