// The contract: N ranks compute what one rank computes, also where a rank has no window of a batch.

#include "dcrnn/train/training_step.hpp"

#include "dcrnn/data/epoch_order.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/evaluation.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/resume.hpp"
#include "support/small_city.hpp"

#include <ATen/Parallel.h>
#include <boost/test/unit_test.hpp>

using namespace dcrnn;

namespace {

constexpr double kTolerance = 1e-10;

struct Outcome {
    torch::Tensor parameters;
    std::vector<double> losses;
    torch::Tensor by_horizon;
};

// This many threads until the end of the scope.
class OwnThreads {
public:
    explicit OwnThreads(int threads) : before_(at::get_num_threads()) {
        at::set_num_threads(threads);
    }
    OwnThreads(const OwnThreads&) = delete;
    OwnThreads& operator=(const OwnThreads&) = delete;
    ~OwnThreads() { at::set_num_threads(before_); }

private:
    int before_;
};

std::vector<std::int64_t> share(const Communicator& comm, std::int64_t begin, std::int64_t count) {
    const auto slice = rank_slice(count, comm.rank(), comm.size());
    std::vector<std::int64_t> rows;
    for (auto i = begin + slice.first; i < begin + slice.first + slice.count; ++i)
        rows.push_back(i);
    return rows;
}

// 98 windows in batches of 5: twenty steps, of which the last has three windows.
Outcome train(const Communicator& comm, SupportStorage storage, GradientPath path) {
    const auto series = small_city::series(98 + 4 + 3 - 1);
    const auto identity = small_city::identity(series);
    auto network = build_network(identity, initial_parameters(network_sizes(identity), 3), storage,
                                 torch::kCPU);
    const BatchReader reader(series, identity.scaler, identity.options.data, torch::kCPU);
    Adam adam(network.parameters());
    TrainingStep step(comm, network, adam, identity.scaler, identity.options.train, path);
    Outcome outcome;
    for (std::int64_t number = 0; number < 20; ++number) {
        const auto mine = share(comm, 5 * number, number == 19 ? 3 : 5);
        const auto result = step.run(reader.read(mine), number, 0, {});
        outcome.losses.push_back(result.absolute / result.count);
    }
    outcome.parameters = network.parameters().detach().clone();
    std::vector<std::int64_t> windows(98);
    for (std::size_t i = 0; i < windows.size(); ++i) windows[i] = static_cast<std::int64_t>(i);
    outcome.by_horizon =
        evaluate(comm, network_forecaster(network, identity.scaler), reader, windows, 9, [] {
            return true;
        }).by_horizon.sums;
    return outcome;
}

void check_equal(const torch::Tensor& one, const torch::Tensor& other) {
    const double largest = other.abs().max().item<double>();
    BOOST_TEST((one - other).abs().max().item<double>() <= kTolerance * largest);
}

}  // namespace

BOOST_AUTO_TEST_CASE(n_ranks_end_with_the_parameters_of_one) {
    const auto world = Communicator::world();
    const auto storage = world.size() == 1 ? SupportStorage::sparse : SupportStorage::dense;
    const auto alone =
        train(Communicator::alone(), SupportStorage::sparse, GradientPath::automatic);
    for (const auto path : {GradientPath::device, GradientPath::host}) {
        const auto together = train(world, storage, path);
        check_equal(together.parameters, alone.parameters);
        for (std::size_t i = 0; i < alone.losses.size(); ++i)
            BOOST_TEST(std::abs(together.losses[i] - alone.losses[i]) <=
                       kTolerance * alone.losses[i]);
        check_equal(together.by_horizon, alone.by_horizon);
    }
    BOOST_TEST(alone.losses.back() < alone.losses.front());
    require_equal_replicas(world, alone.parameters);
}

// A gradient long enough for several threads, whose partial sums round otherwise than one.
BOOST_AUTO_TEST_CASE(clipped_steps_keep_replicas_equal_whatever_their_threads) {
    const auto world = Communicator::world();
    const OwnThreads threads(world.rank() + 1);
    const auto series = small_city::series(60);
    auto identity = small_city::identity(series);
    identity.options.model.rnn_units = 64;
    identity.options.train.max_grad_norm = 1e-3;  // every step is clipped
    auto network = build_network(identity, initial_parameters(network_sizes(identity), 3),
                                 SupportStorage::dense, torch::kCPU);
    BOOST_TEST(network.parameters().numel() > 100'000);
    const BatchReader reader(series, identity.scaler, identity.options.data, torch::kCPU);
    Adam adam(network.parameters());
    TrainingStep step(world, network, adam, identity.scaler, identity.options.train,
                      GradientPath::automatic);
    for (std::int64_t number = 0; number < 5; ++number) {
        const auto result = step.run(reader.read(share(world, 5 * number, 5)), number, 0, {});
        BOOST_TEST(result.gradient_norm > identity.options.train.max_grad_norm);
        for (const double norm : world.gather(result.gradient_norm))
            BOOST_TEST(norm == result.gradient_norm);
        require_equal_replicas(world, network.parameters());
    }
}

BOOST_AUTO_TEST_CASE(a_rank_that_differs_is_named) {
    const auto world = Communicator::world();
    if (world.size() == 1) return;
    auto parameters = at::ones({4}, torch::kFloat64);
    if (world.rank() == world.size() - 1) parameters[2] = 1.0 + 1e-15;
    BOOST_CHECK_EXCEPTION(
        require_equal_replicas(world, parameters), Error, [&](const Error& error) {
            return std::string(error.what()).find("rank " + std::to_string(world.size() - 1)) !=
                   std::string::npos;
        });
}

BOOST_AUTO_TEST_CASE(a_batch_without_valid_targets_makes_no_update) {
    const auto world = Communicator::world();
    auto series = small_city::series(60);
    const auto identity = small_city::identity(series);
    series.values.narrow(0, 10, 20).zero_();  // null value 0: nothing to learn there
    auto network = build_network(identity, initial_parameters(network_sizes(identity), 3),
                                 SupportStorage::dense, torch::kCPU);
    const BatchReader reader(series, identity.scaler, identity.options.data, torch::kCPU);
    Adam adam(network.parameters());
    TrainingStep step(world, network, adam, identity.scaler, identity.options.train,
                      GradientPath::automatic);
    const auto before = network.parameters().detach().clone();
    const auto result = step.run(reader.read(share(world, 10, 5)), 0, 0, {});
    BOOST_TEST(!result.updated());
    BOOST_TEST(adam.updates == 0);
    BOOST_TEST(at::equal(before, network.parameters().detach()));
}

BOOST_AUTO_TEST_CASE(a_gradient_that_is_not_finite_stops_all_ranks) {
    const auto world = Communicator::world();
    const auto series = small_city::series(60);
    const auto identity = small_city::identity(series);
    auto weights = initial_parameters(network_sizes(identity), 3);
    weights[0] = std::numeric_limits<double>::quiet_NaN();
    auto network = build_network(identity, weights, SupportStorage::dense, torch::kCPU);
    const BatchReader reader(series, identity.scaler, identity.options.data, torch::kCPU);
    Adam adam(network.parameters());
    TrainingStep step(world, network, adam, identity.scaler, identity.options.train,
                      GradientPath::automatic);
    BOOST_CHECK_EXCEPTION(step.run(reader.read(share(world, 0, 5)), 6, 2, {}), Error,
                          [](const Error& error) {
                              const std::string text = error.what();
                              return error.kind() == ErrorKind::diverged &&
                                     text.find("step 7") != std::string::npos &&
                                     text.find("learning rate 0.01") != std::string::npos;
                          });
    BOOST_TEST(adam.updates == 0);
}

BOOST_AUTO_TEST_CASE(wishes_of_any_rank_reach_all) {
    const auto world = Communicator::world();
    const auto series = small_city::series(60);
    const auto identity = small_city::identity(series);
    auto network = build_network(identity, initial_parameters(network_sizes(identity), 3),
                                 SupportStorage::dense, torch::kCPU);
    const BatchReader reader(series, identity.scaler, identity.options.data, torch::kCPU);
    Adam adam(network.parameters());
    TrainingStep step(world, network, adam, identity.scaler, identity.options.train,
                      GradientPath::automatic);
    StepWishes wishes;
    wishes.interrupt = world.rank() == world.size() - 1 ? 1 : 0;
    const auto result = step.run(reader.read(share(world, 0, 5)), 0, 0, wishes);
    BOOST_TEST(result.wishes.interrupt == 1);
    BOOST_TEST(result.wishes.save == 0);
}
