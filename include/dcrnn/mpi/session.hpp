#pragma once
// MPI from the first line of main to the last: initialised once, finalised when the object goes.
// Knows no DCRNN.

#include <string>

namespace dcrnn {

class MpiSession {
public:
    // MPI_Init_thread(FUNNELED). Throws Error(other) when a launcher of another MPI has started us:
    // this process is alone while OMPI_COMM_WORLD_SIZE, PMI_SIZE, PMIX or SLURM_STEP_NUM_TASKS (a
    // step, not a batch job) says more.
    MpiSession(int& argc, char**& argv);
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;
    ~MpiSession();
};

// Ends all ranks of the job at once with this exit code, from any rank, at any time. The launchers
// keep the code.
[[noreturn]] void abort_all(int exit_code);

std::string mpi_library_version();  // one line

}  // namespace dcrnn
