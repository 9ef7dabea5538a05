// Arrays of NumPy, [time, sensor] or [time, sensor, feature], as PEMS03 to PEMS08 are published:
// the array `data` of an .npz, or an .npy by itself.

#include "dcrnn/error.hpp"
#include "dcrnn/files/npz_file.hpp"
#include "given_names.hpp"
#include "source_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace dcrnn {
namespace {

class ArrayRows : public RowSource {
public:
    explicit ArrayRows(NpyArray array) : array_(std::move(array)) {}

    void read_rows(std::int64_t first, std::int64_t count, double* into) const override {
        array_.read_rows(first, count, into);
    }
    void read_rows(std::int64_t first, std::int64_t count, float* into) const override {
        array_.read_rows(first, count, into);
    }
    bool is_wide() const override { return is_wide_array(array_); }

    static bool is_wide_array(const NpyArray& array) {
        const NpyHeader& header = array.header();
        return header.bytes > (header.element == NpyElement::floating ? 4 : 2);
    }

private:
    NpyArray array_;
};

// Columns of a Fortran array lie apart: it is read once, whole.
std::shared_ptr<const RowSource> rows_of(NpyArray array, std::int64_t width) {
    if (array.header().order == NpyOrder::c) return std::make_shared<ArrayRows>(std::move(array));
    return ArrayRows::is_wide_array(array) ? rows_in_memory(array.read<double>(), width)
                                           : rows_in_memory(array.read<float>(), width);
}

NpyArray choose_array(const NpzFile& file, const std::string& wanted) {
    if (!wanted.empty()) return file.array(wanted);
    if (file.has("data")) return file.array("data");
    require(file.names().size() == 1, ErrorKind::data,
            fmt::format("'{}' has no array data", file.path()),
            fmt::format("it holds {}", fmt::join(file.names(), ", ")),
            "name the one of the readings with --values");
    return file.array(file.names().front());
}

void check_shape(const NpyArray& array) {
    constexpr std::int64_t kMostFeatures = 10'000;
    const auto& shape = array.shape();
    require(array.header().is_number() && (shape.size() == 2 || shape.size() == 3) &&
                (shape.size() == 2 || shape[2] <= kMostFeatures),
            ErrorKind::data,
            fmt::format("{} has the shape [{}] and the type {}", array.name(),
                        fmt::join(shape, ", "), array.header().type),
            "numbers [time, sensor] or [time, sensor, feature] are expected",
            "bring the axes into this order");
}

TrafficSource array_source(const std::string& path, NpyArray array, const std::string& layout,
                           const DataOptions& options) {
    check_shape(array);
    const auto shape = array.shape();
    const std::int64_t features = shape.size() == 3 ? shape[2] : 1;
    TrafficSource source;
    source.path = path;
    source.layout =
        fmt::format("{} of {} [{}]", layout, array.header().type, fmt::join(shape, ", "));
    source.timestamps = given_times(options.source, shape[0], path, "an array has no times");
    source.sensor_ids = given_ids(options.source, shape[1], path, source.notes);
    source.feature_names = feature_names(options.source, default_feature_names(features), path);
    source.feature_units.assign(source.feature_names.size(), "");
    if (shape[0] < shape[1])
        source.notes.push_back(
            fmt::format("there are more sensors than rows: is [{}] really [time, sensor]?",
                        fmt::join(shape, ", ")));
    source.rows = rows_of(std::move(array), shape[1] * features);
    return source;
}

}  // namespace

TrafficSource npz_source(const std::string& path, const DataOptions& options) {
    const NpzFile file = NpzFile::open(path);
    NpyArray array = choose_array(file, options.source.values);
    return array_source(path, std::move(array), "NumPy archive", options);
}

TrafficSource npy_source(const std::string& path, const DataOptions& options) {
    return array_source(path, NpyArray::open(path), "NumPy array", options);
}

}  // namespace dcrnn
