#pragma once
// One case of the benchmark: a network on a graph, trained and evaluated on a batch of random
// windows, and the machine's product in between.

#include "dcrnn/graph/diffusion.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "road_graph.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace dcrnn::bench {

constexpr std::int64_t kSeqLen = 12, kBatch = 64;

struct StepTimes {
    NetworkSizes sizes;
    double training = 0, evaluation = 0;  // seconds for the batch, until the last rank is done
    double product = 0;                   // floating-point operations a second, of all ranks
    std::map<std::string, double> parts;  // seconds of a training step on the main thread
    std::int64_t peak = 0, estimate = 0;  // bytes of a rank
};

// Collective. Medians of `steps` repetitions, means for the parts; the first ones, which make the
// kernels, do not count.
StepTimes measure(const Communicator& comm, const RoadGraph& graph, SupportStorage storage,
                  Precision precision, std::int64_t steps);

}  // namespace dcrnn::bench
