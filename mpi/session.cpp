#include "dcrnn/mpi/session.hpp"

#include "call.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/launcher.hpp"

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>

namespace dcrnn {
namespace {

// Under srun with another plug-in than pmix, Open MPI ends the process inside MPI_Init with a page
// of text; PMIX_RANK is what it would need.
void require_pmix_in_slurm_step(const Launch& launch) {
    if (launch.variable == "SLURM_STEP_NUM_TASKS" && std::getenv("PMIX_RANK") == nullptr)
        require_joined_ranks(launch, 1);
}

}  // namespace

MpiSession::MpiSession(int& argc, char**& argv) : exceptions_(std::uncaught_exceptions()) {
    const Launch launch = launch_of_environment();  // before MPI_Init, which may set variables
    if (!mpi_is_running()) {
        require_pmix_in_slurm_step(launch);
        int provided = MPI_THREAD_SINGLE;
        check_mpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
        finalizes_ = true;
    }
    // Errors before our own communicators exist, and those of windows, come back here too.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int ranks = 1;
    check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &ranks), "MPI_Comm_size");
    require_joined_ranks(launch, ranks);
}

MpiSession::~MpiSession() {
    if (finalizes_ && mpi_is_running() && std::uncaught_exceptions() <= exceptions_) MPI_Finalize();
}

void abort_all(int exit_code) {
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
    if (mpi_is_running()) MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
}

std::string mpi_library_version() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    const std::string whole(text.data());
    return whole.substr(0, whole.find_first_of(",\n"));
}

}  // namespace dcrnn
