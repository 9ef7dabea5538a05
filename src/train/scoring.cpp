#include "dcrnn/train/scoring.hpp"

#include "dcrnn/train/baselines.hpp"

namespace dcrnn {

std::vector<ModelErrors> score_with_baselines(const Communicator& comm, const Forecaster& dcrnn,
                                              const BatchReader& reader, const Series& series,
                                              const WindowSplit& split, SplitName split_name,
                                              const DataOptions& options, std::int64_t batch_size,
                                              const std::function<bool()>& keep_going) {
    const LastValue last_value(series, split, options);
    const HistoricalAverage historical_average(series, split, options);
    const auto windows = split.select(split_name);
    const auto score = [&](const Forecaster& forecaster) {
        return evaluate(comm, forecaster, reader, windows, batch_size, keep_going);
    };
    const auto of_baseline = [](const auto& baseline) {
        return [&baseline](const std::vector<std::int64_t>& first_rows, const Batch& batch) {
            return baseline.forecast(first_rows).to(batch.targets.device());
        };
    };
    return {{"dcrnn", score(dcrnn)},
            {"last_value", score(of_baseline(last_value))},
            {"historical_average", score(of_baseline(historical_average))}};
}

}  // namespace dcrnn
