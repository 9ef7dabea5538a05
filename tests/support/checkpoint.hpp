#pragma once
// A checkpoint with every field set to something of its own.

#include "dcrnn/train/checkpoint.hpp"
#include "support/small_city.hpp"

namespace small_city {

inline dcrnn::Checkpoint checkpoint() {
    dcrnn::Checkpoint result;
    result.identity = identity(series(100));
    result.identity.fingerprint = 0xfedcba9876543210ULL;
    result.identity.ranks = 3;
    result.identity.ranks_per_node = 2;
    result.identity.threads = 4;
    result.identity.program = "dcrnn_mpi of a test";
    auto& state = result.state;
    const auto count = dcrnn::parameter_count(dcrnn::network_sizes(result.identity));
    state.epoch = 3;
    state.batch = 17;
    state.step = 62;
    state.skipped = 2;
    state.updates = 60;
    state.epoch_absolute = 1.0 / 3.0;
    state.epoch_count = 977;
    state.epoch_seconds = 12.5;
    state.epoch_communication = 0.25;
    state.best_mae = 2.0 / 3.0;
    state.best_epoch = 2;
    state.waited = 1;
    const auto numbers = at::arange(count, at::kDouble);
    state.parameters = at::sin(numbers);
    state.best_parameters = at::cos(numbers);
    state.first = numbers / 7.0;
    state.second = numbers / 3.0;
    state.report = "a table\nof two lines\n";
    return result;
}

}  // namespace small_city
