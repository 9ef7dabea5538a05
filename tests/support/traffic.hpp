#pragma once
// Small synthetic traffic for tests: smooth daily speeds in which every reading is different, on a
// ring of directed roads.

#include "dcrnn/data/traffic_file.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace dcrnn::support {

struct TrafficRecipe {
    std::int64_t rows = 200, sensors = 4, features = 1;
    std::int64_t start = 1330560000;  // 2012-03-01 00:00:00, a Thursday
    std::int64_t step_seconds = 300;
    std::vector<std::int64_t> gap_rows;  // before each of these rows an hour is missing
    std::int64_t missing_every = 0;      // every so-many-th reading of a file is missing; 0: none
    double missing_value = 0;            // how a missing one is stored; NaN: by the mask
    bool with_adjacency = true;
};

// In [20, 70] miles per hour for feature 0.
inline double reading(std::int64_t row, std::int64_t sensor, std::int64_t feature) {
    const double phase = 0.02 * static_cast<double>(row) + 0.7 * static_cast<double>(sensor);
    return 45 + 20 * std::sin(phase) + 0.001 * static_cast<double>((row * 37 + sensor * 11) % 997) +
           100 * static_cast<double>(feature);
}

inline TrafficContent make_traffic(const TrafficRecipe& recipe) {
    TrafficContent content;
    for (std::int64_t s = 0; s < recipe.sensors; ++s)
        content.sensor_ids.push_back("s" + std::to_string(100 + s));
    for (std::int64_t f = 0; f < recipe.features; ++f) {
        content.feature_names.push_back(f == 0 ? "speed" : "feature" + std::to_string(f));
        content.feature_units.push_back(f == 0 ? "mph" : "");
    }
    std::int64_t time = recipe.start, number = 0;
    for (std::int64_t row = 0; row < recipe.rows; ++row, time += recipe.step_seconds) {
        for (const std::int64_t gap : recipe.gap_rows)
            if (gap == row) time += 3600;
        content.timestamps.push_back(time);
        for (std::int64_t s = 0; s < recipe.sensors; ++s)
            for (std::int64_t f = 0; f < recipe.features; ++f, ++number) {
                const bool missing = recipe.missing_every > 0 && number % recipe.missing_every == 0;
                content.values.push_back(missing ? recipe.missing_value : reading(row, s, f));
            }
    }
    if (recipe.with_adjacency) {
        content.adjacency.assign(static_cast<std::size_t>(recipe.sensors * recipe.sensors), 0);
        for (std::int64_t s = 0; s < recipe.sensors; ++s) {
            const std::int64_t next = (s + 1) % recipe.sensors;
            content.adjacency[static_cast<std::size_t>(s * recipe.sensors + next)] = 0.5;
            content.adjacency[static_cast<std::size_t>(s * recipe.sensors + s)] = 1;
        }
    }
    return content;
}

inline void write_traffic(const std::string& path, const TrafficRecipe& recipe) {
    write_traffic_file(path, make_traffic(recipe));
}

}  // namespace dcrnn::support
