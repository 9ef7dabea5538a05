#include "dcrnn/train/scoring.hpp"

namespace dcrnn {

std::vector<ModelErrors> score_with_baselines(const Communicator& comm, const Forecaster& dcrnn,
                                              const BatchReader& reader, const Series&,
                                              const WindowSplit& split, SplitName split_name,
                                              const DataOptions&, std::int64_t batch_size,
                                              const std::function<bool()>& keep_going) {
    return {
        {"dcrnn", evaluate(comm, dcrnn, reader, split.select(split_name), batch_size, keep_going)}};
}

}  // namespace dcrnn
