// A rank that does not come ends the waiting of the others, and is named; one that comes late does
// not.

#include "dcrnn/mpi/watchdog.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <mutex>
#include <string>
#include <thread>

namespace dcrnn {
namespace {

constexpr double kLimit = 0.4 / 60;  // minutes

void sleep_seconds(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

class Heard {
public:
    Watchdog::OnStall listener() {
        return [this](const Error& error) {
            const std::lock_guard lock(mutex_);
            text_ += error.what();
        };
    }
    std::string text() {
        const std::lock_guard lock(mutex_);
        return text_;
    }

private:
    std::mutex mutex_;
    std::string text_;
};

struct World {
    Communicator comm = Communicator::world();
    bool last() const { return comm.size() > 1 && comm.rank() == comm.size() - 1; }
};

BOOST_FIXTURE_TEST_CASE(a_rank_that_does_not_come_is_named, World) {
    Heard heard;
    {
        const Watchdog watchdog(comm, kLimit, heard.listener());
        if (last()) sleep_seconds(3);
        comm.barrier();
    }
    const auto expected = "rank " + std::to_string(comm.size() - 1) + " lives but does not come";
    BOOST_TEST(
        (heard.text().find(expected) != std::string::npos) == (comm.size() > 1 && comm.is_root()),
        "'" << heard.text() << "'");
}

BOOST_FIXTURE_TEST_CASE(a_late_rank_costs_time_only, World) {
    Heard heard;
    comm.take_longest_wait();
    {
        const Watchdog watchdog(comm, 10 * kLimit, heard.listener());
        comm.barrier();
        comm.take_longest_wait();
        if (last()) sleep_seconds(0.5);
        comm.barrier();
        const double waited = comm.take_longest_wait();
        BOOST_TEST((waited > 0.3) == (comm.size() > 1 && !last()), "waited " << waited);
        BOOST_TEST(comm.take_longest_wait() == 0);
    }
    BOOST_TEST(heard.text() == "");
}

BOOST_FIXTURE_TEST_CASE(parts_of_a_communicator_keep_the_same_time, World) {
    const Communicator pair = comm.split(0, comm.rank());
    comm.take_longest_wait();
    if (last()) sleep_seconds(0.5);
    pair.barrier();
    BOOST_TEST((comm.take_longest_wait() > 0.3) == (comm.size() > 1 && !last()));
}

BOOST_FIXTURE_TEST_CASE(zero_minutes_wait_for_ever, World) {
    Heard heard;
    const Watchdog watchdog(comm, 0, heard.listener());
    if (last()) sleep_seconds(1);
    comm.barrier();
    BOOST_TEST(heard.text() == "");
}

}  // namespace
}  // namespace dcrnn
