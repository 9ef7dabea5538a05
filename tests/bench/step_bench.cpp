// Times training steps and evaluation of the published network (batch 64, 12 -> 12) beside the
// machine's own float32 product (4096^3 by the fastest of what is installed) in the same run.
// Alone: sparse and dense supports at 10, 207 and 325 sensors, in float32 and, where the processor
// has it, bfloat16. Under mpirun: dense at 207, the
// batch shared by the ranks.
//   step_bench [steps [sensors...]]            mpirun -np 2 step_bench [steps]

#include "dcrnn/model/tensor_memory.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/session.hpp"
#include "dcrnn/product/matrix_product.hpp"
#include "necessary_work.hpp"
#include "road_graph.hpp"
#include "step_times.hpp"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace dcrnn::bench {
namespace {

class Table {
public:
    Table(const Communicator& comm, std::int64_t steps) : comm_(comm), steps_(steps) {
        say(fmt::format(
            "{} rank(s) with {} thread(s), batch {}, medians of {} steps; float32 by "
            "{}\n\n{:<26}{:>9}{:>8}{:>9}{:>9}{:>7}{:>9}{:>10}\n",
            comm_.size(), at::get_num_threads(), kBatch, steps_, float32_products(), "case", "time",
            "GFLOP", "GFLOP/s", "product", "share", "peak", "estimate"));
    }

    void add(std::int64_t sensors, SupportStorage storage, Precision precision) {
        const RoadGraph graph = road_graph(sensors);
        const StepTimes times = measure(comm_, graph, storage, precision, steps_);
        const bool dense = storage == SupportStorage::dense;
        const NecessaryWork work = necessary_work(times.sizes, kSeqLen, sensors, kBatch,
                                                  dense ? sensors * sensors : graph.nonzeros());
        const std::string name = fmt::format("{} {}{}", sensors, dense ? "dense" : "sparse",
                                             precision == Precision::bfloat16 ? " bf16" : "");
        row(name + " training", times.training, work.training, times.product);
        say(fmt::format("{:>6.2f} GB{:>7.2f} GB\n", giga(times.peak), giga(times.estimate)));
        row(name + " evaluation", times.evaluation, work.evaluation, times.product);
        say("\n");
        parts(times);
    }

private:
    static double giga(std::int64_t number) { return static_cast<double>(number) / 1e9; }

    void row(const std::string& name, double seconds, double operations, double product) {
        const double rate = operations / seconds;
        say(fmt::format("{:<26}{:>6.0f} ms{:>8.0f}{:>9.0f}{:>9.0f}{:>5.0f} %", name, 1e3 * seconds,
                        operations / 1e9, rate / 1e9, product / 1e9, 100 * rate / product));
    }

    void parts(const StepTimes& times) {
        double rest = times.training;
        for (const auto& [part, seconds] : times.parts) {
            say(fmt::format("    {:<20}{:>6.0f} ms\n", part, 1e3 * seconds));
            rest -= seconds;
        }
        say(fmt::format("    {:<20}{:>6.0f} ms\n\n", "rest", 1e3 * rest));
    }

    void say(const std::string& text) const {
        if (comm_.is_root()) std::cout << text << std::flush;
    }

    Communicator comm_;
    std::int64_t steps_;
};

void run(const Communicator& comm, std::int64_t steps, const std::vector<std::int64_t>& sizes) {
    at::set_num_threads(default_threads(comm));
    Table table(comm, steps);
    if (comm.size() > 1) return table.add(207, SupportStorage::dense, Precision::float32);
    for (const std::int64_t sensors : sizes) {
        for (const SupportStorage storage : {SupportStorage::sparse, SupportStorage::dense}) {
            table.add(sensors, storage, Precision::float32);
            if (bfloat16_support() != Bfloat16Support::none)
                table.add(sensors, storage, Precision::bfloat16);
        }
    }
}

}  // namespace
}  // namespace dcrnn::bench

int main(int argc, char** argv) {
    dcrnn::reuse_tensor_memory();
    const dcrnn::MpiSession session(argc, argv);
    const std::int64_t steps = argc > 1 ? std::max(1L, std::atol(argv[1])) : 5;
    std::vector<std::int64_t> sizes;
    for (int i = 2; i < argc; ++i) sizes.push_back(std::max(1L, std::atol(argv[i])));
    if (sizes.empty()) sizes = {10, 207, 325};
    dcrnn::bench::run(dcrnn::Communicator::world(), steps, sizes);
    return 0;
}
