#include "dcrnn/mpi/node_array.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/mpi/together.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/statvfs.h>
#include <vector>

namespace dcrnn {
namespace {

using Rows = std::vector<NodeArray::Rows>;

// Nearly equal shards in the order of the ranks.
Rows even(std::int64_t all, int ranks) {
    Rows rows;
    for (int rank = 0; rank < ranks; ++rank)
        rows.push_back({all * rank / ranks, all * (rank + 1) / ranks - all * rank / ranks});
    return rows;
}

// The last rank has everything but one row, the first has that, those between have none.
Rows uneven(std::int64_t all, int ranks) {
    if (ranks == 1) return {{0, all}};
    Rows rows(static_cast<std::size_t>(ranks), {1, 0});
    rows.front() = {0, 1};
    rows.back() = {1, all - 1};
    return rows;
}

// Ranks in reverse order; the first of them has none.
Rows reversed(std::int64_t all, int ranks) {
    Rows rows = even(all, ranks);
    std::reverse(rows.begin(), rows.end());
    return rows;
}

torch::Tensor expected_values(const std::vector<std::int64_t>& shape, torch::Dtype dtype) {
    std::int64_t count = 1;
    for (auto length : shape) count *= length;
    return torch::arange(count, torch::kFloat64).view(shape).to(dtype);
}

void check_filled(const Communicator& world, const Communicator& node, const Rows& rows,
                  torch::Dtype dtype) {
    std::int64_t all = 0;
    for (const auto& part : rows) all += part.count;
    const std::vector<std::int64_t> shape{all, 5, 2};
    const auto expected = expected_values(shape, dtype);
    const auto own = rows[static_cast<std::size_t>(world.rank())];
    NodeArray array(world, node, shape, dtype, rows);
    array.fill([&](torch::Tensor part) {
        BOOST_TEST((part.sizes() == torch::IntArrayRef({own.count, 5, 2})));
        part.copy_(expected.narrow(0, own.first, own.count));
    });
    BOOST_TEST(torch::equal(array.values(), expected));
    BOOST_TEST(array.bytes_on_node() == expected.numel() * expected.element_size());
    world.barrier();
}

// The node of each rank, for several pretended machines.
std::vector<std::vector<int>> node_layouts(int ranks) {
    switch (ranks) {
        case 2:
            return {{0, 0}, {0, 1}};
        case 3:
            return {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}};
        case 4:
            return {{0, 0, 0, 0}, {0, 0, 1, 1}, {0, 1, 0, 1}, {0, 1, 1, 1}, {1, 0, 0, 2}};
        default:
            return {std::vector<int>(static_cast<std::size_t>(ranks), 0)};
    }
}

// Bytes of physical memory that this process answers for in the mapping of the address: a page
// that n processes map counts 1/n in each.
double proportional_bytes(const void* address) {
    std::ifstream maps("/proc/self/smaps");
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    bool inside = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t first = 0;
        std::uintptr_t last = 0;
        char dash = 0;
        std::istringstream range(line);
        if (range >> std::hex >> first >> dash >> last && dash == '-')
            inside = first <= wanted && wanted < last;
        else if (inside && line.rfind("Pss:", 0) == 0)
            return 1024 * std::stod(line.substr(4));
    }
    return -1;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_array)

BOOST_AUTO_TEST_CASE(every_rank_sees_all_rows) {
    const auto world = Communicator::world();
    for (auto dtype : {torch::kFloat32, torch::kFloat64, torch::kUInt8})
        for (const auto& rows :
             {even(37, world.size()), uneven(37, world.size()), reversed(37, world.size())})
            check_filled(world, world.node(), rows, dtype);
}

BOOST_AUTO_TEST_CASE(nodes_exchange_their_shards) {
    const auto world = Communicator::world();
    for (const auto& layout : node_layouts(world.size())) {
        const auto node = world.split(layout[static_cast<std::size_t>(world.rank())], world.rank());
        for (const auto& rows :
             {even(37, world.size()), uneven(37, world.size()), reversed(37, world.size())})
            check_filled(world, node, rows, torch::kFloat32);
    }
}

BOOST_AUTO_TEST_CASE(no_rows_at_all) {
    const auto world = Communicator::world();
    check_filled(world, world.node(), even(0, world.size()), torch::kFloat32);
}

BOOST_AUTO_TEST_CASE(one_rank_alone_needs_no_mpi) {
    const auto alone = Communicator::alone();
    NodeArray array(alone, {4, 3}, torch::kFloat64, {{0, 4}});
    array.fill([](torch::Tensor part) { part.fill_(2.5); });
    BOOST_TEST(torch::equal(array.values(), torch::full({4, 3}, 2.5, torch::kFloat64)));
    BOOST_TEST(array.bytes_on_node() == 96);
}

BOOST_AUTO_TEST_CASE(a_node_holds_one_copy) {
    const auto world = Communicator::world();
    const std::int64_t count = 4'000'000;
    NodeArray array(world, {count}, torch::kFloat64, even(count, world.size()));
    array.fill([](torch::Tensor part) { part.fill_(1); });
    BOOST_TEST(array.values().sum().item<double>() == static_cast<double>(count));
    world.barrier();  // all have touched all pages
    std::vector<double> bytes{proportional_bytes(array.values().data_ptr<double>() + count / 2)};
    BOOST_TEST_REQUIRE(bytes[0] > 0);
    world.barrier();
    world.sum(bytes);
    BOOST_TEST(bytes[0] >= 8.0 * count);
    BOOST_TEST(bytes[0] <= 8.4 * count);
    world.barrier();  // all have read their maps before one unmaps
}

BOOST_AUTO_TEST_CASE(a_shard_that_fails_fails_for_all) {
    const auto world = Communicator::world();
    NodeArray array(world, {8, 2}, torch::kFloat32, even(8, world.size()));
    const auto last = world.size() - 1;
    BOOST_CHECK_EXCEPTION(array.fill([&](torch::Tensor) {
        if (world.rank() == last) throw Error(ErrorKind::data, "row 7 is unreadable", "", "");
    }),
                          Error, [](const Error& error) {
                              return error.kind() == ErrorKind::data &&
                                     std::string(error.what()).find("row 7 is unreadable") !=
                                         std::string::npos;
                          });
    array.fill([](torch::Tensor part) { part.fill_(3); });  // and can be filled again
    BOOST_TEST(array.values().sum().item<double>() == 48.0);
    world.barrier();
}

BOOST_AUTO_TEST_CASE(shards_must_cover_the_rows_once) {
    const auto world = Communicator::world();
    Rows gap = even(8, world.size());
    gap.back().count -= 1;
    Rows twice = even(8, world.size());
    twice.back().count += 1;
    Rows more = even(8, world.size());
    more.push_back({8, 0});
    for (const auto& rows : {gap, twice, more})
        BOOST_CHECK_THROW(NodeArray(world, {8}, torch::kFloat32, rows), AgreedError);
}

BOOST_AUTO_TEST_CASE(too_small_a_shared_memory_is_an_error_with_the_remedy) {
    const auto world = Communicator::world();
    if (world.size() == 1) return;  // uses none
    struct statvfs system {};
    BOOST_TEST_REQUIRE(statvfs("/dev/shm", &system) == 0);
    const auto bytes = 2 * static_cast<std::int64_t>(system.f_blocks * system.f_frsize);
    BOOST_CHECK_EXCEPTION(NodeArray(world, {bytes}, torch::kUInt8, even(bytes, world.size())),
                          Error, [](const Error& error) {
                              const std::string text = error.what();
                              return error.kind() == ErrorKind::memory &&
                                     text.find("/dev/shm needs") != std::string::npos &&
                                     text.find("--shm-size=") != std::string::npos &&
                                     text.find("--precision float32") != std::string::npos;
                          });
    world.barrier();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace dcrnn
