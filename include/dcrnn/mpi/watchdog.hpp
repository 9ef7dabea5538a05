#pragma once
// Never a hang: a rank that waits for the others longer than it should ends the job. Every rank
// keeps its own time, in a thread of its own, so it also ends when a link is gone for good. The
// ranks of a node see each other's signs of life in shared memory, so the one that stands still is
// named by its neighbours. A stall that ends by itself before costs time only
// (Communicator::take_longest_wait).

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <functional>
#include <memory>

namespace dcrnn {

class Watchdog {
public:
    // Called in the watchdog's thread, with Error(other); must end the process. Should it not do so
    // within half a minute, the watchdog does, with exit code 1.
    using OnStall = std::function<void(const Error&)>;

    // Collective. `minutes` 0, or one rank: watches nothing.
    Watchdog(const Communicator& comm, double minutes, OnStall on_stall);
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;
    ~Watchdog();  // collective on a node, unless an exception unwinds

private:
    class Thread;
    std::unique_ptr<Thread> thread_;
};

}  // namespace dcrnn
