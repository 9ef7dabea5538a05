#include "call.hpp"

#include "dcrnn/error.hpp"

#include <array>
#include <string>
#include <utility>

namespace dcrnn {

void check_mpi(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    std::array<char, MPI_MAX_ERROR_STRING> text{};
    int length = 0;
    MPI_Error_string(code, text.data(), &length);
    throw Error(ErrorKind::other, std::string(call) + " failed",
                std::string(text.data(), static_cast<std::size_t>(length)),
                "see the messages of the MPI library above");
}

bool mpi_is_running() {
    int initialized = 0;
    int finalized = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    return initialized != 0 && finalized == 0;
}

Communicator::Handle::Handle(MPI_Comm owned) : comm(owned) {
    check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(comm, &size), "MPI_Comm_size");
}

Communicator::Handle::Handle(MPI_Comm owned, std::shared_ptr<WaitClock> of_the_whole)
    : Handle(owned) {
    clock = std::move(of_the_whole);
}

Communicator::Handle::~Handle() {
    if (comm != MPI_COMM_NULL && mpi_is_running() && !unwinding()) MPI_Comm_free(&comm);
}

}  // namespace dcrnn
