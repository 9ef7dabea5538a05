#pragma once
// MPI from the first line of main to the last: initialised once, finalised when the object goes.
// Knows no DCRNN.

#include <string>

namespace dcrnn {

class MpiSession {
public:
    // MPI_Init_thread(FUNNELED); a program that has started MPI already keeps the charge of it.
    // Throws Error(other) when a launcher of another MPI has started us, see launcher.hpp.
    MpiSession(int& argc, char**& argv);
    MpiSession(const MpiSession&) = delete;
    MpiSession& operator=(const MpiSession&) = delete;

    // Finalises, which waits for all ranks; hence not while an exception unwinds the stack of this
    // rank alone: leaving main without it makes the launcher end the other ranks.
    ~MpiSession();

private:
    bool finalizes_ = false;
    int exceptions_ = 0;  // in flight when the session began
};

// Ends all ranks of the job at once with this exit code, from any rank, at any time, also before
// and after MPI. The launchers keep the code.
[[noreturn]] void abort_all(int exit_code);

std::string mpi_library_version();  // one line, as "Open MPI v4.1.4"; needs no session

}  // namespace dcrnn
