#pragma once
// From files to what every rank trains on: each rank reads its own shard of rows, one copy per
// node, exchanged between nodes; gaps and windows; the graph. All of it collective, and all ranks
// fail together.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/series.hpp"
#include "dcrnn/graph/adjacency.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/mpi/node_array.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

struct TrafficData {
    Series series;  // its values lie in `store`
    std::shared_ptr<NodeArray> store;
    std::vector<std::string> notes;  // what the reader found and left out, for the log
    std::string layout;              // kind of file
    std::uint64_t fingerprint = 0;   // independent of the number of ranks
    std::int64_t bytes_read = 0;     // from the file, of this rank's shard
    std::vector<double>
        file_adjacency;  // [sensor, sensor] if the traffic file holds one, else empty
};

// Reads options.data and checks every reading. Values have the type of `precision`.
TrafficData load_traffic(const Communicator& comm, const DataOptions& options, Precision precision);

// The graph of --graph, or the traffic file's own; neither: Error(usage) that says how to give one.
Adjacency load_graph(const Communicator& comm, const GraphOptions& options,
                     const TrafficData& traffic);

}  // namespace dcrnn
