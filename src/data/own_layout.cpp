#include "own_layout.hpp"

#include "dcrnn/data/hdf5_series.hpp"
#include "dcrnn/error.hpp"
#include "mask_rows.hpp"

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

void check_version(const Hdf5File& file) {
    if (!file.has_attribute("/", "format_version")) return;
    const double version = file.read_number_attribute("/", "format_version");
    require(version <= 1, ErrorKind::data,
            fmt::format("'{}' is written in version {} of the format", file.path(), version),
            "this program reads version 1", "use a newer dcrnn_mpi");
}

class OwnRows : public RowSource {
public:
    OwnRows(std::shared_ptr<const Hdf5File> file, std::string mask)
        : file_(std::move(file)), mask_(std::move(mask)), wide_(file_->info("values").bytes > 4) {}

    void read_rows(std::int64_t first, std::int64_t count, double* into) const override {
        file_->read_rows("values", first, count, into);
    }
    void read_rows(std::int64_t first, std::int64_t count, float* into) const override {
        file_->read_rows("values", first, count, into);
    }
    void read_mask(std::int64_t first, ReadingBlock& block) const override {
        if (!mask_.empty()) dcrnn::read_mask(*file_, mask_, first, block);
    }
    bool is_wide() const override { return wide_; }
    std::vector<double> read_adjacency() const override { return file_->read<double>("adjacency"); }
    std::int64_t bytes_read() const override { return file_->bytes_read(); }

private:
    std::shared_ptr<const Hdf5File> file_;
    std::string mask_;  // empty: the file has none
    bool wide_;
};

std::vector<std::int64_t> checked_shape(const Hdf5File& file) {
    const std::vector<std::int64_t> shape = file.info("values").shape;
    require(shape.size() == 2 || shape.size() == 3, ErrorKind::data,
            fmt::format("'values' in '{}' has the shape [{}]", file.path(), fmt::join(shape, ", ")),
            "[time, sensor] or [time, sensor, feature] is expected",
            "write the file again (data/README.md)");
    require(
        shape.size() == 2 || shape[2] <= kMostFeatures, ErrorKind::data,
        fmt::format("'values' in '{}' has the shape [{}]", file.path(), fmt::join(shape, ", ")),
        fmt::format("its last axis is the features of a sensor, of which it has {}", shape.back()),
        "put the axes in the order time, sensor, feature");
    return shape;
}

void require_own(const Hdf5File& file) {
    require(is_own_layout(file), ErrorKind::data,
            fmt::format("'{}' is no traffic file of this program", file.path()),
            "it has no datasets values and timestamps", "see data/README.md for the layout");
}

}  // namespace

bool is_own_layout(const Hdf5File& file) {
    return file.is_dataset("values") && file.is_dataset("timestamps");
}

TrafficSource own_source(const std::string& path) {
    const auto opened = std::make_shared<const Hdf5File>(Hdf5File::open(path));
    const Hdf5File& file = *opened;
    require_own(file);
    check_version(file);
    const std::vector<std::int64_t> shape = checked_shape(file);
    TrafficSource source;
    source.path = path;
    source.layout = "dcrnn_mpi";
    source.timestamps = read_timestamps(file, shape[0]);
    require_shape(file, "sensor_ids", {shape[1]}, "one per sensor of values");
    source.sensor_ids = read_ids(file, "sensor_ids");
    source.feature_names =
        read_texts(file, "feature_names", default_feature_names(shape.size() == 3 ? shape[2] : 1));
    source.feature_units =
        read_texts(file, "feature_units", std::vector<std::string>(source.feature_names.size()));
    source.has_mask = file.has("mask");
    if (source.has_mask) require_shape(file, "mask", shape, "that of values");
    source.has_adjacency = file.has("adjacency");
    if (source.has_adjacency)
        require_shape(file, "adjacency", {shape[1], shape[1]}, "sensor by sensor");
    source.rows = std::make_shared<OwnRows>(opened, source.has_mask ? "mask" : "");
    return source;
}

}  // namespace dcrnn
