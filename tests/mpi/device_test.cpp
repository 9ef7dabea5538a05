// Ranks with and without a GPU: all of them compute in the same kind of place.

#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/train/forecaster.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace dcrnn;

namespace {

const torch::Device kGpu(torch::kCUDA, 0);

}  // namespace

BOOST_AUTO_TEST_CASE(a_rank_without_a_gpu_keeps_all_on_the_processor_and_is_named) {
    const auto world = Communicator::world();
    if (world.size() == 1) return;
    const int without = world.size() - 1;
    const auto choice =
        device_for_all(world, world.rank() == without ? torch::Device(torch::kCPU) : kGpu);
    BOOST_TEST(choice.device.is_cpu());
    BOOST_TEST(choice.warning.find(host_name()) != std::string::npos);
    BOOST_TEST(choice.warning.find("rank " + std::to_string(without)) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(ranks_that_are_alike_keep_what_they_have_without_a_word) {
    const auto world = Communicator::world();
    const auto with = device_for_all(world, kGpu);
    BOOST_TEST(with.device.is_cuda());
    BOOST_TEST(with.warning.empty());
    const auto without = device_for_all(world, torch::kCPU);
    BOOST_TEST(without.device.is_cpu());
    BOOST_TEST(without.warning.empty());
}
