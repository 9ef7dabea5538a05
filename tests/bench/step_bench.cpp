// Times one training step at METR-LA size (207 sensors, batch 64, 12 -> 12, the published network)
// beside LibTorch's own float32 product in the same run. Alone: sparse and dense supports. Under
// mpirun: dense, the batch shared by the ranks.
//   step_bench [steps]            mpirun -np 2 step_bench [steps]

#include "dcrnn/graph/diffusion.hpp"
#include "dcrnn/graph/supports.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/model/tensor_memory.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/mpi/session.hpp"
#include "dcrnn/train/adam.hpp"
#include "dcrnn/train/training_step.hpp"
#include "necessary_work.hpp"
#include "part_times.hpp"
#include "process_memory.hpp"
#include "road_graph.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

namespace dcrnn::bench {

namespace {

constexpr std::int64_t kSeqLen = 12, kBatch = 64;
constexpr std::int64_t kProductSize = 4096;

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Batch random_batch(std::int64_t size, std::int64_t sensors, const NetworkSizes& sizes) {
    at::manual_seed(2);
    Batch batch;
    batch.inputs = at::randn({size, kSeqLen, sensors, sizes.input_width});
    batch.targets = 70 * at::rand({size, sizes.horizon, sensors, sizes.output_dim});
    batch.valid = at::ones_like(batch.targets);
    batch.teacher = (batch.targets - 55) / 20;
    return batch;
}

struct Case {
    std::string name;
    SupportStorage storage;
};

struct Times {
    double step = 0, product = 0, communication = 0;  // seconds, medians and a mean
    std::int64_t peak = 0;                            // bytes beyond the process before
};

class Bench {
public:
    Bench(const Communicator& comm, std::int64_t steps)
        : comm_(comm),
          steps_(steps),
          graph_(metr_la_graph()),
          left_(at::randn({kProductSize, kProductSize})),
          right_(at::randn({kProductSize, kProductSize})) {
        supports_ =
            make_supports(graph_.weights, FilterType::dual_random_walk, SupportVariant::exact);
    }

    void print_header() const {
        say(fmt::format(
            "{}: {} sensors, {} weights\n{} ranks with {} threads, batch {}, medians of {} "
            "steps\n\n{:<16}{:>8}{:>8}{:>10}{:>10}{:>8}{:>10}{:>10}{:>8}\n",
            graph_.origin, sensors(), nonzeros(), comm_.size(), at::get_num_threads(), kBatch,
            steps_, "case", "step", "GFLOP", "GFLOP/s", "product", "share", "peak", "estimate",
            "MPI"));
    }

    void run(const Case& which) {
        const Times times = measure(which);
        const NecessaryWork work = necessary_work(sizes_, kSeqLen, sensors(), kBatch, nonzeros());
        const double operations = which.storage == SupportStorage::dense ? work.dense : work.sparse;
        const double rate = operations / times.step;
        const double product = static_cast<double>(comm_.size()) * 2 *
                               std::pow(static_cast<double>(kProductSize), 3) / times.product;
        const std::int64_t estimate =
            activation_bytes(sizes_, kSeqLen, sensors(), share(), at::kCPU, sizeof(float)).training;
        say(fmt::format(
            "{:<16}{:>6.2f} s{:>8.0f}{:>10.0f}{:>10.0f}{:>6.0f} %{:>7.2f} GB{:>7.2f} GB"
            "{:>6.1f} %\n",
            which.name, times.step, operations / 1e9, rate / 1e9, product / 1e9,
            100 * rate / product, static_cast<double>(times.peak) / 1e9,
            static_cast<double>(estimate) / 1e9, 100 * times.communication / times.step));
    }

private:
    Times measure(const Case& which) {
        const Diffusion diffusion(supports_, 2, DiffusionForm::chebyshev, which.storage, at::kFloat,
                                  at::kCPU);
        at::Tensor parameters = initial_parameters(sizes_, 1).to(at::kFloat);
        Dcrnn network(sizes_, diffusion, parameters);
        Adam adam(parameters);
        TrainingStep step(comm_, network, adam, {{55.0}, {20.0}, {}}, TrainOptions{},
                          GradientPath::automatic);
        const Batch batch = random_batch(share(), sensors(), sizes_);
        release_tensor_memory();
        forget_peak();
        const std::int64_t before = resident_bytes();
        step.run(batch, 0, 0, {});  // takes its memory from the system
        const double communicated = step.communication_seconds();
        std::vector<double> step_times, product_times;
        const PartTimes parts;
        for (std::int64_t i = 0; i < steps_; ++i) {
            step_times.push_back(together([&] { step.run(batch, 1 + i, 0, {}); }));
            product_times.push_back(together([&] { at::mm(left_, right_); }));
        }
        double all = 0;
        for (const auto& [part, time] : parts.seconds()) {
            say(fmt::format("   {:<24}{:>8.1f} ms\n", part,
                            1e3 * time / static_cast<double>(steps_)));
            all += time;
        }
        say(fmt::format("   {:<24}{:>8.1f} ms\n", "sum", 1e3 * all / static_cast<double>(steps_)));
        return {median(step_times), median(product_times),
                (step.communication_seconds() - communicated) / static_cast<double>(steps_),
                peak_resident_bytes() - before};
    }

    // Seconds until the last rank has done it.
    double together(const std::function<void()>& work) const {
        comm_.barrier();
        return seconds([&] {
            work();
            comm_.barrier();
        });
    }

    void say(const std::string& text) const {
        if (comm_.is_root()) std::cout << text << std::flush;
    }

    std::int64_t share() const {  // of the batch, on this rank
        return (kBatch + comm_.size() - 1 - comm_.rank()) / comm_.size();
    }
    std::int64_t sensors() const { return graph_.weights.size(0); }
    std::int64_t nonzeros() const { return graph_.weights.count_nonzero().item<std::int64_t>(); }

    Communicator comm_;
    std::int64_t steps_;
    NetworkSizes sizes_;
    RoadGraph graph_;
    std::vector<at::Tensor> supports_;
    at::Tensor left_, right_;
};

int run(const Communicator& comm, std::int64_t steps) {
    at::set_num_threads(default_threads(comm));
    Bench bench(comm, steps);
    bench.print_header();
    if (comm.size() == 1) bench.run({"1 rank sparse", SupportStorage::sparse});
    bench.run({fmt::format("{} rank{} dense", comm.size(), comm.size() > 1 ? "s" : ""),
               SupportStorage::dense});
    return 0;
}

}  // namespace

}  // namespace dcrnn::bench

int main(int argc, char** argv) {
    dcrnn::reuse_tensor_memory();
    const dcrnn::MpiSession session(argc, argv);
    const std::int64_t steps = argc > 1 ? std::max(1L, std::atol(argv[1])) : 5;
    return dcrnn::bench::run(dcrnn::Communicator::world(), steps);
}
