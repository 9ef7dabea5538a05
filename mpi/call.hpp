#pragma once
// The guard around every MPI call, and what the sources of this folder share of a communicator.

#include "dcrnn/mpi/communicator.hpp"
#include "wait_clock.hpp"

#include <mpi.h>

#include <exception>
#include <memory>

namespace dcrnn {

// Throws Error(other) with MPI's own text unless the code is MPI_SUCCESS.
void check_mpi(int code, const char* call);

// Between MPI_Init and MPI_Finalize.
bool mpi_is_running();

// Tells, in a destructor, whether it runs because of an exception. Freeing is collective in MPI;
// a rank that fails alone would wait there for ranks that never come.
class Unwinding {
public:
    bool operator()() const { return std::uncaught_exceptions() > at_start_; }

private:
    int at_start_ = std::uncaught_exceptions();
};

struct Communicator::Handle {
    MPI_Comm comm = MPI_COMM_NULL;  // null with one rank that needs no MPI, or with none
    int rank = 0;
    int size = 1;
    std::shared_ptr<WaitClock> clock = std::make_shared<WaitClock>();  // one for all parts of a job
    Unwinding unwinding = {};

    Handle() = default;
    explicit Handle(MPI_Comm owned);
    Handle(MPI_Comm owned, std::shared_ptr<WaitClock> of_the_whole);
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle();
};

}  // namespace dcrnn
