#pragma once
// The network and both baselines over the same windows of one split.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/series.hpp"
#include "dcrnn/data/windows.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/report.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dcrnn {

// Models dcrnn, last_value and historical_average, in this order. The baselines see the readings of
// training rows only. Collective; keep_going as in evaluate().
std::vector<ModelErrors> score_with_baselines(const Communicator& comm, const Forecaster& dcrnn,
                                              const BatchReader& reader, const Series& series,
                                              const WindowSplit& split, SplitName split_name,
                                              const DataOptions& options, std::int64_t batch_size,
                                              const std::function<bool()>& keep_going);

}  // namespace dcrnn
