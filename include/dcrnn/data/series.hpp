#pragma once
// The one raw series in memory and what belongs to it. Knows no ranks; the values may lie in memory
// shared by them.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/timeline.hpp"

#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct Series {
    torch::Tensor values;  // [time, sensor, feature], raw units, float32 or float64, on the CPU
    std::vector<std::int64_t> timestamps;  // [time]
    Timeline timeline;
    std::vector<std::string> sensor_ids, feature_names, feature_units;

    std::int64_t rows() const { return values.size(0); }
    std::int64_t sensors() const { return values.size(1); }
    std::int64_t features() const { return values.size(2); }
};

// Width of a network input: the file's features and the time features asked for.
std::int64_t input_width(std::int64_t features, const DataOptions& options);

// The type of a series, and of all that is computed from it.
torch::Dtype element_type(Precision precision);

}  // namespace dcrnn
