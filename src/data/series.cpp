#include "dcrnn/data/series.hpp"

namespace dcrnn {

std::int64_t input_width(std::int64_t features, const DataOptions& options) {
    return features + (options.time_of_day ? 1 : 0) + (options.day_of_week ? 7 : 0);
}

torch::Dtype element_type(Precision precision) {
    return precision == Precision::float64 ? torch::kFloat64 : torch::kFloat32;
}

}  // namespace dcrnn
