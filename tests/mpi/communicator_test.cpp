#include "dcrnn/mpi/communicator.hpp"

#include "dcrnn/error.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace dcrnn {
namespace {

// Every rank's values can be made on any rank, so that sums are checked against a loop.
torch::Tensor values_of(int rank, std::int64_t count, torch::Dtype dtype) {
    const auto steps = torch::arange(count, torch::kFloat64);
    return torch::sin(steps * (rank + 1.3)).to(dtype) * std::pow(10.0, rank);
}

std::string bytes_of(const torch::Tensor& values) {
    return {static_cast<const char*>(values.data_ptr()), static_cast<std::size_t>(values.nbytes())};
}

void check_sum_of_tensors(std::int64_t count, torch::Dtype dtype, double tolerance) {
    const auto world = Communicator::world();
    auto values = values_of(world.rank(), count, dtype);
    world.sum(values);

    auto expected = torch::zeros({count}, torch::kFloat64);
    for (int rank = 0; rank < world.size(); ++rank)
        expected += values_of(rank, count, dtype).to(torch::kFloat64);
    if (count > 0)
        BOOST_TEST((values - expected).abs().max().item<double>() <=
                   tolerance * expected.abs().max().item<double>());

    auto again = values_of(world.rank(), count, dtype);
    world.sum(again);
    BOOST_TEST(torch::equal(values, again));
    for (const auto& other : world.gather(bytes_of(values)))
        BOOST_TEST((other == bytes_of(values)), "the sums differ in bits between ranks");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(communicator)

BOOST_AUTO_TEST_CASE(ranks_are_numbered_and_counted) {
    const auto world = Communicator::world();
    BOOST_TEST_REQUIRE(world.rank() >= 0);
    BOOST_TEST_REQUIRE(world.rank() < world.size());
    BOOST_TEST(world.is_root() == (world.rank() == 0));
    std::vector<double> seen(static_cast<std::size_t>(world.size()), 0.0);
    seen[static_cast<std::size_t>(world.rank())] = 1;
    world.sum(seen);
    for (double times : seen) BOOST_TEST(times == 1.0);
}

BOOST_AUTO_TEST_CASE(tensors_are_summed_with_equal_bits) {
    for (std::int64_t count : {0, 1, 7, 5000, 393'216}) {  // the last: 1.5 MB of floats
        check_sum_of_tensors(count, torch::kFloat32, 1e-6);
        check_sum_of_tensors(count, torch::kFloat64, 1e-15);
    }
}

BOOST_AUTO_TEST_CASE(small_sums_have_equal_bits) {
    const auto world = Communicator::world();
    for (int seed = 0; seed < 50; ++seed) {
        double expected = 0;
        for (int rank = 0; rank < world.size(); ++rank) expected += std::sin(seed + 0.1 * rank);
        std::vector<double> values{std::sin(seed + 0.1 * world.rank()), 0.1};
        world.sum(values);
        BOOST_TEST(std::abs(values[0] - expected) <= 1e-14);
        for (double other : world.gather(values[0])) BOOST_TEST(other == values[0]);
    }
}

BOOST_AUTO_TEST_CASE(not_a_number_reaches_every_rank) {
    const auto world = Communicator::world();
    const bool last = world.rank() == world.size() - 1;
    std::vector<double> values{last ? std::numeric_limits<double>::quiet_NaN() : 1.0};
    world.sum(values);
    BOOST_TEST(std::isnan(values[0]));
}

BOOST_AUTO_TEST_CASE(integers_are_summed_modulo_and_compared) {
    const auto world = Communicator::world();
    const std::uint64_t half = std::uint64_t{1} << 63;
    const auto ranks = static_cast<std::uint64_t>(world.size());
    BOOST_TEST(world.sum(half + 3) == half * ranks + 3 * ranks);  // wraps around
    BOOST_TEST(world.max(world.rank() - 10) == world.size() - 11);
    BOOST_TEST(world.min(world.rank() - 10) == -10);
    const std::int64_t large = std::int64_t{1} << 60;
    BOOST_TEST(world.max(large + world.rank()) == large + world.size() - 1);
}

BOOST_AUTO_TEST_CASE(gather_orders_by_rank) {
    const auto world = Communicator::world();
    const auto numbers = world.gather(0.5 + world.rank());
    const auto texts = world.gather(std::string(static_cast<std::size_t>(world.rank()), 'x'));
    BOOST_TEST_REQUIRE(numbers.size() == static_cast<std::size_t>(world.size()));
    BOOST_TEST_REQUIRE(texts.size() == static_cast<std::size_t>(world.size()));
    for (std::size_t rank = 0; rank < numbers.size(); ++rank) {
        BOOST_TEST(numbers[rank] == 0.5 + static_cast<double>(rank));
        BOOST_TEST(texts[rank] == std::string(rank, 'x'));  // rank 0: the empty text
    }
}

BOOST_AUTO_TEST_CASE(every_rank_can_broadcast) {
    const auto world = Communicator::world();
    for (int root = 0; root < world.size(); ++root) {
        auto tensor = torch::full({3, 2}, world.rank(), torch::kInt64);
        world.broadcast(tensor, root);
        BOOST_TEST(torch::equal(tensor, torch::full({3, 2}, root, torch::kInt64)));

        const std::string mine(static_cast<std::size_t>(10 * world.rank()), 'a');
        const std::string expected(static_cast<std::size_t>(10 * root), 'a');
        BOOST_TEST(world.broadcast(mine, root) == expected);

        double number = world.rank();
        world.broadcast(&number, sizeof number, root);
        BOOST_TEST(number == root);
    }
}

BOOST_AUTO_TEST_CASE(an_impossible_root_is_an_error_with_the_text_of_mpi) {
    const auto world = Communicator::world();
    if (world.size() == 1) return;  // calls no MPI
    int value = 0;
    BOOST_CHECK_EXCEPTION(world.broadcast(&value, sizeof value, world.size() + 5), Error,
                          [](const Error& error) {
                              const std::string text = error.what();
                              return error.kind() == ErrorKind::other &&
                                     text.find("MPI_Bcast") != std::string::npos &&
                                     text.find("MPI_ERR_ROOT") != std::string::npos;
                          });
    BOOST_TEST(world.sum(std::uint64_t{1}) == static_cast<std::uint64_t>(world.size()));
}

BOOST_AUTO_TEST_CASE(a_strided_tensor_is_refused) {
    const auto world = Communicator::world();
    auto strided = torch::zeros({4, 4}).t();
    BOOST_CHECK_THROW(world.sum(strided), Error);
    BOOST_CHECK_THROW(world.broadcast(strided, 0), Error);
}

BOOST_AUTO_TEST_CASE(split_makes_groups) {
    const auto world = Communicator::world();
    const int odd = world.rank() % 2;
    const auto part = world.split(odd, -world.rank());  // reversed order
    const int members = (world.size() + 1 - odd) / 2;
    BOOST_TEST(part.size() == members);
    BOOST_TEST(part.rank() == members - 1 - world.rank() / 2);
    BOOST_TEST(part.sum(std::uint64_t{1}) == static_cast<std::uint64_t>(members));

    const auto roots = world.split(world.is_root() ? 0 : -1, 0);
    BOOST_TEST(roots.size() == (world.is_root() ? 1 : 0));
    BOOST_TEST(roots.rank() == (world.is_root() ? 0 : -1));
    roots.barrier();
}

BOOST_AUTO_TEST_CASE(the_ranks_of_one_machine_are_one_node) {
    const auto world = Communicator::world();
    const auto node = world.node();
    BOOST_TEST(node.size() == world.size());
    BOOST_TEST(node.rank() == world.rank());
}

BOOST_AUTO_TEST_CASE(alone_is_the_identity) {
    const auto alone = Communicator::alone();
    BOOST_TEST(alone.rank() == 0);
    BOOST_TEST(alone.size() == 1);
    auto values = torch::ones({3});
    alone.sum(values);
    BOOST_TEST(torch::equal(values, torch::ones({3})));
    BOOST_TEST(alone.gather(2.5) == std::vector<double>{2.5});
    BOOST_TEST(alone.broadcast(std::string("text"), 0) == "text");
    BOOST_TEST(alone.node().size() == 1);
    BOOST_TEST(alone.split(3, 0).size() == 1);
    alone.barrier();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace dcrnn
