#pragma once
// The synthetic traffic of traffic.hpp as a series in memory.

#include "dcrnn/data/series.hpp"
#include "support/traffic.hpp"

#include <torch/types.h>

namespace dcrnn::support {

inline Series make_series(const TrafficRecipe& recipe, torch::ScalarType type = torch::kDouble) {
    const TrafficContent content = make_traffic(recipe);
    Series series;
    series.values = torch::tensor(content.values, torch::kDouble)
                        .view({recipe.rows, recipe.sensors, recipe.features})
                        .to(type);
    series.timestamps = content.timestamps;
    series.timeline = read_timeline(content.timestamps);
    series.sensor_ids = content.sensor_ids;
    series.feature_names = content.feature_names;
    series.feature_units = content.feature_units;
    return series;
}

}  // namespace dcrnn::support
