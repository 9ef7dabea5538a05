#pragma once
// Everything a run needs to go on, and everything a forecast needs, in one HDF5 file: a checkpoint
// alone suffices to evaluate and forecast. Files are written under a temporary name, flushed to the
// disk and renamed: whole or absent.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/scaler.hpp"
#include "dcrnn/model/dcrnn.hpp"

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// What training changes.
struct TrainingState {
    std::int64_t epoch = 0;    // epochs finished
    std::int64_t batch = 0;    // batches done of the epoch under way
    std::int64_t step = 0;     // batches done in all
    std::int64_t skipped = 0;  // of them, without any valid target and so without an update
    std::int64_t updates = 0;  // Adam's
    double epoch_absolute = 0, epoch_count = 0;  // running sums of the epoch's training error
    double epoch_seconds = 0, epoch_communication = 0;
    double best_mae = 0;          // validation; valid when best_epoch > 0
    std::int64_t best_epoch = 0;  // epochs finished then; 0: none yet
    std::int64_t best_step = 0;   // batches done then
    std::int64_t waited = 0;      // epochs without a better one
    torch::Tensor parameters, best_parameters, first,
        second;          // flat, CPU; best undefined before the first epoch
    std::string report;  // the test table, once the run is done
};

// What stays the same during a run. An imported network may know no sensors, no graph [0, 0] and no
// step (0): it is then for any.
struct RunIdentity {
    Options options;
    std::vector<std::string> sensor_ids, feature_names, feature_units;
    torch::Tensor adjacency;  // [sensor, sensor], float64
    Scaler scaler;
    std::int64_t step_seconds = 0;
    std::uint64_t fingerprint = 0;
    std::uint64_t initial_weights = 0;  // fingerprint of those it began with; 0: from the seed
    std::int64_t ranks = 1, ranks_per_node = 1, threads = 1;
    std::string program;  // version and libraries, for people
};

struct Checkpoint {
    RunIdentity identity;
    TrainingState state;
};

NetworkSizes network_sizes(const RunIdentity& identity);

// Throws Error(other) when it cannot be written; whatever stood at `path` is then still there.
void write_checkpoint(const std::string& path, const Checkpoint& checkpoint);

// Throws Error(data): missing, cut short, altered (a hash over all of the file is checked), or not
// a checkpoint.
Checkpoint read_checkpoint(const std::string& path);

}  // namespace dcrnn
