#include "dcrnn/train/evaluation.hpp"

#include "dcrnn/data/epoch_order.hpp"

#include <algorithm>

namespace dcrnn {
namespace {

// This rank's windows of the global batch that starts at `begin`.
std::vector<std::int64_t> share_of_batch(const Communicator& comm,
                                         const std::vector<std::int64_t>& windows,
                                         std::int64_t begin, std::int64_t batch_size) {
    const auto total = static_cast<std::int64_t>(windows.size());
    const auto count = std::min(batch_size, total - begin);
    const auto slice = rank_slice(count, comm.rank(), comm.size());
    const auto first = windows.begin() + begin + slice.first;
    return {first, first + slice.count};
}

// In double, and over ranks only once at the end.
void sum_over_ranks(const Communicator& comm, Evaluation& evaluation) {
    comm.sum(evaluation.by_horizon.sums);
    comm.sum(evaluation.by_sensor.sums);
}

}  // namespace

Evaluation evaluate(const Communicator& comm, const Forecaster& forecaster,
                    const BatchReader& reader, const std::vector<std::int64_t>& windows,
                    std::int64_t batch_size, const std::function<bool()>& keep_going) {
    const auto empty = reader.read({});  // for the shape of a forecast
    Evaluation result{ErrorSums(empty.targets.size(1)), ErrorSums(empty.targets.size(2))};
    const auto total = static_cast<std::int64_t>(windows.size());
    for (std::int64_t begin = 0; begin < total; begin += batch_size) {
        if (!keep_going()) throw EvaluationInterrupted{};
        const auto mine = share_of_batch(comm, windows, begin, batch_size);
        if (mine.empty()) continue;
        const auto batch = reader.read(mine);
        const auto forecast = forecaster(mine, batch);
        result.by_horizon.add(errors_by_horizon(forecast, batch.targets, batch.valid));
        result.by_sensor.add(errors_by_sensor(forecast, batch.targets, batch.valid));
    }
    sum_over_ranks(comm, result);
    return result;
}

}  // namespace dcrnn
