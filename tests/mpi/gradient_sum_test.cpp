#include "dcrnn/mpi/gradient_sum.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <cstdint>
#include <string>

namespace dcrnn {
namespace {

constexpr std::int64_t kParameters = 372'353;  // the published network

torch::Tensor gradient_of(int rank, torch::Dtype dtype) {
    return torch::cos(torch::arange(kParameters, torch::kFloat64) * (0.37 + rank)).to(dtype);
}

torch::Tensor reduced(GradientPath path, torch::Dtype dtype, int times = 1) {
    const auto world = Communicator::world();
    GradientSum sum(world, path, torch::kCPU);
    torch::Tensor gradient;
    for (int time = 0; time < times; ++time) {
        gradient = gradient_of(world.rank(), dtype);
        sum.reduce(gradient);
    }
    if (world.size() > 1) BOOST_TEST(sum.seconds() > 0);
    return gradient;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gradient_sum)

BOOST_AUTO_TEST_CASE(the_sum_is_that_of_all_ranks) {
    const auto world = Communicator::world();
    auto expected = torch::zeros({kParameters}, torch::kFloat64);
    for (int rank = 0; rank < world.size(); ++rank) expected += gradient_of(rank, torch::kFloat64);
    for (auto path : {GradientPath::automatic, GradientPath::device, GradientPath::host}) {
        const auto exact = reduced(path, torch::kFloat64);
        BOOST_TEST((exact - expected).abs().max().item<double>() <= 1e-14 * world.size());
        const auto single = reduced(path, torch::kFloat32);
        BOOST_TEST((single - expected).abs().max().item<double>() <= 5e-7 * world.size());
    }
}

BOOST_AUTO_TEST_CASE(both_paths_give_equal_bits_every_time) {
    for (auto dtype : {torch::kFloat32, torch::kFloat64}) {
        const auto direct = reduced(GradientPath::device, dtype);
        BOOST_TEST(torch::equal(direct, reduced(GradientPath::host, dtype)));
        BOOST_TEST(torch::equal(direct, reduced(GradientPath::host, dtype, 5)));
        BOOST_TEST(torch::equal(direct, reduced(GradientPath::device, dtype, 5)));
    }
}

BOOST_AUTO_TEST_CASE(one_object_sums_tensors_of_any_size_and_type) {
    const auto world = Communicator::world();
    for (auto path : {GradientPath::device, GradientPath::host}) {
        GradientSum sum(world, path, torch::kCPU);
        for (auto dtype : {torch::kFloat32, torch::kFloat64})
            for (std::int64_t count : {5, 0, 3}) {
                auto ones = torch::ones({count}, dtype);
                sum.reduce(ones);
                BOOST_TEST(torch::equal(ones, torch::full({count}, world.size(), dtype)));
            }
    }
}

BOOST_AUTO_TEST_CASE(the_choice_is_said_and_the_same_everywhere) {
    const auto world = Communicator::world();
    BOOST_TEST(GradientSum(world, GradientPath::automatic, torch::kCPU).choice() ==
               "directly in memory");
    BOOST_TEST(GradientSum(world, GradientPath::host, torch::kCPU).choice() ==
               "through a host buffer, as asked");
}

BOOST_AUTO_TEST_CASE(one_rank_alone_keeps_its_gradient) {
    GradientSum sum(Communicator::alone(), GradientPath::host, torch::kCPU);
    auto gradient = torch::arange(4, torch::kFloat32);
    sum.reduce(gradient);
    BOOST_TEST(torch::equal(gradient, torch::arange(4, torch::kFloat32)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace dcrnn
