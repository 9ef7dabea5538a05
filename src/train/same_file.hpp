#pragma once
// Ranks may see different files under one name: another version on one node's disk.

#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/mpi/communicator.hpp"

namespace dcrnn {

// Collective. Compares shape, times, ids, names and some rows spread over the file with what rank 0
// sees; throws Error(data), on all ranks, that names the rank and both. The rest of the rows is not
// compared: each rank reads its own.
void require_same_file(const Communicator& comm, const TrafficFile& file);

}  // namespace dcrnn
