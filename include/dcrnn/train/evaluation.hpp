#pragma once
// Scores forecasts: every window once, whatever the number of ranks and the batch size. Collective.

#include "dcrnn/data/batch.hpp"
#include "dcrnn/model/error_sums.hpp"
#include "dcrnn/mpi/communicator.hpp"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace dcrnn {

struct Evaluation {
    ErrorSums by_horizon;  // over all ranks, on every rank
    ErrorSums by_sensor;
};

// Forecasts in raw units [batch, horizon, sensor, output_dim] for the windows that start at these
// rows; `batch` is what was read for them.
using Forecaster =
    std::function<torch::Tensor(const std::vector<std::int64_t>& first_rows, const Batch& batch)>;

// Thrown by every rank together when keep_going says no.
struct EvaluationInterrupted {};

// Goes through `windows` in global batches of batch_size; each rank forecasts its slice of each.
// `keep_going` is asked once per batch on every rank and must answer alike on all.
Evaluation evaluate(const Communicator& comm, const Forecaster& forecaster,
                    const BatchReader& reader, const std::vector<std::int64_t>& windows,
                    std::int64_t batch_size, const std::function<bool()>& keep_going);

}  // namespace dcrnn
