#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dcrnn {
namespace {

void write_values(Hdf5File& file, const TrafficContent& content,
                  const std::vector<std::int64_t>& shape) {
    const auto missing = [](double value) { return std::isnan(value); };
    std::vector<float> values(content.values.size());
    std::transform(content.values.begin(), content.values.end(), values.begin(),
                   [](double value) { return std::isnan(value) ? 0 : static_cast<float>(value); });
    file.write("values", shape, values.data());
    if (std::none_of(content.values.begin(), content.values.end(), missing)) return;
    std::vector<std::uint8_t> mask(content.values.size());
    std::transform(content.values.begin(), content.values.end(), mask.begin(), [](double value) {
        return static_cast<std::uint8_t>(std::isnan(value) ? 0 : 1);
    });
    file.write("mask", shape, mask.data());
    file.write_text_attribute("mask", "about", "1 = valid reading, 0 = missing");
}

}  // namespace

void write_traffic_file(const std::string& path, const TrafficContent& content) {
    const auto rows = static_cast<std::int64_t>(content.timestamps.size());
    const auto sensors = static_cast<std::int64_t>(content.sensor_ids.size());
    const auto features = static_cast<std::int64_t>(content.feature_names.size());
    assert(static_cast<std::int64_t>(content.values.size()) == rows * sensors * features);
    assert(content.feature_units.size() == content.feature_names.size());
    assert(content.adjacency.empty() ||
           static_cast<std::int64_t>(content.adjacency.size()) == sensors * sensors);

    Hdf5File file = Hdf5File::create(path);
    file.write_text_attribute("/", "format", "dcrnn_mpi traffic");
    file.write_number_attribute("/", "format_version", std::int64_t{1});
    if (!content.description.empty())
        file.write_text_attribute("/", "description", content.description);
    write_values(file, content, {rows, sensors, features});
    file.write("timestamps", {rows}, content.timestamps.data());
    file.write_text_attribute("timestamps", "units",
                              "seconds since 1970-01-01 00:00, local civil time");
    file.write_strings("sensor_ids", content.sensor_ids);
    file.write_strings("feature_names", content.feature_names);
    file.write_strings("feature_units", content.feature_units);
    if (!content.adjacency.empty())
        file.write("adjacency", {sensors, sensors}, content.adjacency.data());
    file.finish();
}

}  // namespace dcrnn
