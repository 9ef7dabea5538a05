#pragma once
// Everything that a run knows before its first step: data, graph, windows, scaler, storage, memory.
// Nothing is written yet.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/windows.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/checkpoint.hpp"
#include "dcrnn/train/memory_estimate.hpp"
#include "dcrnn/train/storage.hpp"
#include "dcrnn/train/traffic_data.hpp"

#include <torch/types.h>

#include <string>
#include <vector>

namespace dcrnn {

struct RunSetup {
    TrafficData traffic;
    Adjacency graph;
    WindowSplit windows;
    RunIdentity identity;
    StorageChoice storage;
    torch::Device device = torch::kCPU;
    MemoryNeed memory;
    std::string hosts;  // and the ranks on each
    std::vector<std::string> warnings;
};

// Threads of this rank: --threads, or its share of the cores. Throws Error(usage) for many more
// than there are cores. Collective.
int threads_of(const Communicator& comm, const RunOptions& options);

// Sets the threads and reads everything. Collective; all ranks fail together.
RunSetup prepare_run(const Communicator& comm, const Options& options);

// The header of a run, one line per entry: versions, ranks, hosts, threads, data, gaps, missing
// share, graph, network, memory.
std::vector<std::string> describe_run(const RunSetup& setup);

}  // namespace dcrnn
