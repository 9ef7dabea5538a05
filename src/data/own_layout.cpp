#include "dcrnn/error.hpp"
#include "traffic_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dcrnn {
namespace {

constexpr std::int64_t kMostFeatures = 10'000;  // far more than a sensor measures

std::vector<std::int64_t> read_timestamps(const Hdf5File& file, std::int64_t rows) {
    require_shape(file, "timestamps", {rows}, "one per row of values");
    require(file.info("timestamps").element == ElementKind::integer, ErrorKind::data,
            fmt::format("'timestamps' in '{}' are not whole numbers", file.path()),
            "seconds since 1970-01-01 00:00, local time, are expected", "store them as int64");
    const auto timestamps = file.read<std::int64_t>("timestamps");
    check_seconds(file, "timestamps", timestamps);
    return timestamps;
}

std::vector<std::string> read_texts(const Hdf5File& file, const std::string& dataset,
                                    std::vector<std::string> otherwise) {
    if (!file.has(dataset)) return otherwise;
    require_shape(file, dataset, {static_cast<std::int64_t>(otherwise.size())},
                  "one per feature of values");
    return file.read_strings(dataset);
}

std::vector<std::string> default_names(std::int64_t features) {
    if (features == 1) return {"value"};
    std::vector<std::string> names;
    for (std::int64_t i = 1; i <= features; ++i) names.push_back(fmt::format("value{}", i));
    return names;
}

void check_version(const Hdf5File& file) {
    if (!file.has_attribute("/", "format_version")) return;
    const double version = file.read_number_attribute("/", "format_version");
    require(version <= 1, ErrorKind::data,
            fmt::format("'{}' is written in version {} of the format", file.path(), version),
            "this program reads version 1", "use a newer dcrnn_mpi");
}

}  // namespace

bool is_own_layout(const Hdf5File& file) {
    return file.is_dataset("values") && file.is_dataset("timestamps");
}

TrafficLayout read_own_layout(const Hdf5File& file) {
    check_version(file);
    const std::vector<std::int64_t> shape = file.info("values").shape;
    require(shape.size() == 2 || shape.size() == 3, ErrorKind::data,
            fmt::format("'values' in '{}' has the shape [{}]", file.path(), fmt::join(shape, ", ")),
            "[time, sensor] or [time, sensor, feature] is expected",
            "write the file again (data/README.md)");
    const std::int64_t features = shape.size() == 3 ? shape[2] : 1;
    require(features <= kMostFeatures, ErrorKind::data,
            fmt::format("'values' in '{}' has the shape [{}]", file.path(), fmt::join(shape, ", ")),
            fmt::format("its last axis is the features of a sensor, of which it has {}", features),
            "put the axes in the order time, sensor, feature");
    TrafficLayout layout;
    layout.name = "dcrnn_mpi";
    layout.values = "values";
    layout.timestamps = read_timestamps(file, shape[0]);
    require_shape(file, "sensor_ids", {shape[1]}, "one per sensor of values");
    layout.sensor_ids = read_ids(file, "sensor_ids");
    layout.feature_names = read_texts(file, "feature_names", default_names(features));
    layout.feature_units =
        read_texts(file, "feature_units", std::vector<std::string>(layout.feature_names.size()));
    if (file.has("mask")) {
        require_shape(file, "mask", shape, "that of values");
        layout.mask = "mask";
    }
    layout.has_adjacency = file.has("adjacency");
    if (layout.has_adjacency)
        require_shape(file, "adjacency", {shape[1], shape[1]}, "sensor by sensor");
    return layout;
}

}  // namespace dcrnn
