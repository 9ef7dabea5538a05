// The limit of address space holds for each process, the memory of a node for all of them.

#include "dcrnn/train/memory_estimate.hpp"

#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace dcrnn;

namespace {

// A limit of address space that leaves this room, until the end of the scope.
class AddressSpace {
public:
    explicit AddressSpace(std::int64_t room) {
        std::int64_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        getrlimit(RLIMIT_AS, &before_);
        rlimit limit = before_;
        limit.rlim_cur = static_cast<rlim_t>(pages * sysconf(_SC_PAGESIZE) + room);
        BOOST_TEST(setrlimit(RLIMIT_AS, &limit) == 0);
    }
    AddressSpace(const AddressSpace&) = delete;
    AddressSpace& operator=(const AddressSpace&) = delete;
    ~AddressSpace() { setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

std::int64_t to_take(const RunSizes& sizes, int ranks) {
    const auto need = estimate_memory(sizes, ranks);
    return need.supports + need.activations + need.optimizer;
}

// A batch of which each rank's share takes 100 to 200 MB.
RunSizes sizes_for(int ranks) {
    RunSizes sizes;
    sizes.sensors = 207;
    sizes.nonzeros = 1722;
    while (to_take(sizes, ranks) < 100'000'000) sizes.batch_size *= 2;
    return sizes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_do_not_share_a_limit_of_address_space) {
    const auto world = Communicator::world();
    const auto sizes = sizes_for(world.size());
    const AddressSpace limit(to_take(sizes, world.size()) * 3 / 2);  // too little for two
    BOOST_CHECK_NO_THROW(check_memory(world, sizes));
}

BOOST_AUTO_TEST_CASE(a_rank_that_its_own_limit_is_too_tight_for_stops_all) {
    const auto world = Communicator::world();
    const auto sizes = sizes_for(world.size());
    const auto asked = to_take(sizes, world.size());
    const AddressSpace limit(world.rank() == world.size() - 1 ? asked / 2 : asked * 3 / 2);
    support::expect_error(ErrorKind::memory, {"each rank needs", "give --batch-size "},
                          [&] { check_memory(world, sizes); });
}
