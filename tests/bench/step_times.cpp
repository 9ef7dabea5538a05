#include "step_times.hpp"

#include "dcrnn/data/batch.hpp"
#include "dcrnn/graph/supports.hpp"
#include "dcrnn/train/adam.hpp"
#include "dcrnn/train/memory_estimate.hpp"
#include "dcrnn/train/training_step.hpp"
#include "part_times.hpp"
#include "process_memory.hpp"

#include <ATen/ATen.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <vector>

namespace dcrnn::bench {
namespace {

constexpr std::int64_t kProductSize = 4096;
constexpr std::int64_t kRows = 500;  // of the series

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Seconds until the last rank has done it.
double together(const Communicator& comm, const std::function<void()>& work) {
    comm.barrier();
    return seconds([&] {
        work();
        comm.barrier();
    });
}

// The machine's product, by LibTorch and by what the engine uses: the faster counts.
class Product {
public:
    explicit Product(const Communicator& comm) : comm_(comm) {}

    void time() {
        libtorch_.push_back(together(comm_, [&] { at::mm_out(result_, left_, right_); }));
        engine_.push_back(together(comm_, [&] { product_(left_, right_, result_, Write::fresh); }));
    }
    double rate() const {
        const double fastest = std::min(median(libtorch_), median(engine_));
        return comm_.size() * 2 * std::pow(static_cast<double>(kProductSize), 3) / fastest;
    }

private:
    const Communicator& comm_;
    at::Tensor left_ = at::randn({kProductSize, kProductSize});
    at::Tensor right_ = at::randn({kProductSize, kProductSize});
    at::Tensor result_ = at::empty({kProductSize, kProductSize});
    MatrixProduct product_;
    std::vector<double> libtorch_, engine_;
};

Series random_series(std::int64_t sensors) {
    at::manual_seed(2);
    Series series;
    series.values = 20 + 50 * at::rand({kRows, sensors, 1});
    for (std::int64_t row = 0; row < kRows; ++row) series.timestamps.push_back(300 * row);
    series.timeline = read_timeline(series.timestamps);
    return series;
}

std::vector<std::int64_t> random_windows(std::int64_t count) {
    const at::Tensor first = at::randint(kRows - 24, {count}, at::kLong);
    return {first.data_ptr<std::int64_t>(), first.data_ptr<std::int64_t>() + count};
}

std::int64_t estimate(const Communicator& comm, const RoadGraph& graph, SupportStorage storage,
                      Precision precision, const NetworkSizes& network) {
    RunSizes sizes;
    sizes.network = network;
    sizes.sensors = graph.sensors();
    sizes.batch_size = kBatch;
    sizes.nonzeros = graph.nonzeros();
    sizes.storage = storage;
    sizes.precision = precision;
    return estimate_memory(sizes, comm.size()).total();
}

}  // namespace

StepTimes measure(const Communicator& comm, const RoadGraph& graph, SupportStorage storage,
                  Precision precision, std::int64_t steps) {
    StepTimes times;
    forget_peak();
    times.estimate = estimate(comm, graph, storage, precision, times.sizes);
    const Scaler scaler{{55.0}, {20.0}, {}};
    const Series series = random_series(graph.sensors());
    const BatchReader reader(series, scaler, DataOptions{}, at::kCPU);
    const auto windows = random_windows((kBatch + comm.size() - 1 - comm.rank()) / comm.size());

    const Diffusion diffusion(
        make_supports(graph.weights, FilterType::dual_random_walk, SupportVariant::exact), 2,
        DiffusionForm::chebyshev, storage, copies_type(precision), at::kCPU);
    at::Tensor parameters = initial_parameters(times.sizes, 1).to(at::kFloat);
    Dcrnn network(times.sizes, diffusion, parameters);
    Adam adam(parameters);
    TrainingStep step(comm, network, adam, scaler, TrainOptions{}, GradientPath::automatic);
    const auto read = [&] {
        RECORD_USER_SCOPE("data");
        return reader.read(windows);
    };
    std::int64_t number = 0;
    const auto train = [&] { step.run(read(), number++, 0, {}); };
    const auto evaluate = [&] { network.forward(read().inputs, {}); };

    train();
    evaluate();
    times.peak = peak_resident_bytes();
    Product product(comm);
    product.time();
    std::vector<double> training, evaluation;
    for (std::int64_t i = 0; i < steps; ++i) {
        {
            const PartTimes parts;
            training.push_back(together(comm, train));
            for (const auto& [part, time] : parts.seconds())
                times.parts[part] += time / static_cast<double>(steps);
        }
        evaluation.push_back(together(comm, evaluate));
        product.time();
    }
    times.training = median(training);
    times.evaluation = median(evaluation);
    times.product = product.rate();
    return times;
}

}  // namespace dcrnn::bench
