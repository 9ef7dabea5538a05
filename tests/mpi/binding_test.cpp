#include "dcrnn/mpi/binding.hpp"

#include "dcrnn/mpi/communicator.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace dcrnn {
namespace {

// Gives back mask and OMP_NUM_THREADS as the launcher had set them.
struct Binding {
    Binding() {
        sched_getaffinity(0, sizeof mask, &mask);
        unsetenv("OMP_NUM_THREADS");
    }
    ~Binding() {
        sched_setaffinity(0, sizeof mask, &mask);
        setenv("OMP_NUM_THREADS", "1", 1);
    }

    // As Open MPI binds by default: to the n-th processor of the mask.
    void bind_to(int n) const {
        cpu_set_t one;
        CPU_ZERO(&one);
        for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor)
            if (CPU_ISSET(processor, &mask) && n-- == 0) CPU_SET(processor, &one);
        BOOST_TEST(sched_setaffinity(0, sizeof one, &one) == 0);
    }

    int processors() const { return CPU_COUNT(&mask); }

    cpu_set_t mask;
};

bool all_have(const std::vector<std::string>& texts, const std::string& part) {
    return !texts.empty() && std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(part) != std::string::npos;
    });
}

void check_same_on_all_ranks(const std::vector<std::string>& texts) {
    const auto world = Communicator::world();
    std::string whole;
    for (const auto& text : texts) whole += text + "\n";
    for (const auto& other : world.gather(whole)) BOOST_TEST(other == whole);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(binding)

BOOST_AUTO_TEST_CASE(hosts_are_named_once_with_their_ranks) {
    BOOST_TEST(hosts_text({"n2", "n2", "n1", "n2"}) == "n2 (3), n1 (1)");
    std::vector<std::string> many;
    for (int rank = 0; rank < 40; ++rank) many.push_back("n" + std::to_string(rank / 2));
    const auto text = hosts_text(many);
    BOOST_TEST(text.find("n15 (2), and 4 more") != std::string::npos);
    BOOST_TEST(text.find("n16") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_host_has_its_name) {
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    BOOST_TEST(host_name() == name);
}

BOOST_AUTO_TEST_CASE(cores_follow_the_mask) {
    const Binding launcher;
    BOOST_TEST(cores_of_affinity_mask() >= 1);
    BOOST_TEST(cores_of_affinity_mask() <= launcher.processors());
    BOOST_TEST(cores_of_affinity_mask() <= cores_of_node());
    launcher.bind_to(0);
    BOOST_TEST(cores_of_affinity_mask() == 1);
}

BOOST_AUTO_TEST_CASE(ranks_of_one_mask_divide_its_cores) {
    const auto world = Communicator::world();
    const Binding launcher;
    BOOST_TEST(default_threads(world) == std::max(1, cores_of_affinity_mask() / world.size()));
    BOOST_TEST(default_threads(Communicator::alone()) == cores_of_affinity_mask());
}

BOOST_AUTO_TEST_CASE(a_rank_with_its_own_core_has_one_thread) {
    const auto world = Communicator::world();
    const Binding launcher;
    launcher.bind_to(world.rank() % launcher.processors());
    BOOST_TEST(default_threads(world) == 1);
}

BOOST_AUTO_TEST_CASE(the_variable_decides) {
    const auto world = Communicator::world();
    const Binding launcher;
    setenv("OMP_NUM_THREADS", world.is_root() ? "5" : "3,2", 1);
    BOOST_TEST(default_threads(world) == (world.is_root() ? 5 : 3));
    setenv("OMP_NUM_THREADS", "many", 1);
    BOOST_TEST(default_threads(world) == std::max(1, cores_of_affinity_mask() / world.size()));
}

BOOST_AUTO_TEST_CASE(no_warning_when_the_ranks_share_all_cores) {
    const auto world = Communicator::world();
    const Binding launcher;
    const auto texts = binding_warnings(world, default_threads(world));
    BOOST_TEST(texts.empty() == (world.size() <= cores_of_affinity_mask()));
    if (!texts.empty()) BOOST_TEST(all_have(texts, fmt::format("runs {} ranks", world.size())));
    check_same_on_all_ranks(texts);
}

BOOST_AUTO_TEST_CASE(a_rank_bound_to_fewer_cores_is_told_the_option) {
    const auto world = Communicator::world();
    const Binding launcher;
    const int cores = cores_of_affinity_mask();
    if (cores < 2 || world.size() > cores) return;  // no core would be idle
    launcher.bind_to(0);
    const auto texts = binding_warnings(world, default_threads(world));
    BOOST_TEST(texts.size() == 1);
    BOOST_TEST(all_have(texts, "--bind-to none"));
    BOOST_TEST(all_have(texts, fmt::format("--map-by slot:PE={}", cores / world.size())));
    check_same_on_all_ranks(texts);
}

BOOST_AUTO_TEST_CASE(too_many_threads_are_told_the_number) {
    const auto world = Communicator::world();
    const Binding launcher;
    const int cores = cores_of_affinity_mask();
    if (world.size() > cores) return;  // then the ranks are too many
    const auto texts = binding_warnings(world, cores + 1);
    BOOST_TEST(texts.size() == 1);
    BOOST_TEST(all_have(texts, fmt::format("--threads {}", cores / world.size())));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace dcrnn
