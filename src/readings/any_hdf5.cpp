// Any HDF5 file whose datasets the user names: --values, --times, --ids.

#include "dcrnn/data/hdf5_series.hpp"
#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "source_kinds.hpp"
#include "written_time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

namespace dcrnn {
namespace {

class DatasetRows : public RowSource {
public:
    DatasetRows(std::shared_ptr<const Hdf5File> file, std::string values)
        : file_(std::move(file)), values_(std::move(values)) {}

    void read_rows(std::int64_t first, std::int64_t count, double* into) const override {
        file_->read_rows(values_, first, count, into);
    }
    void read_rows(std::int64_t first, std::int64_t count, float* into) const override {
        file_->read_rows(values_, first, count, into);
    }
    bool is_wide() const override { return file_->info(values_).bytes > 4; }
    std::int64_t bytes_read() const override { return file_->bytes_read(); }

private:
    std::shared_ptr<const Hdf5File> file_;
    std::string values_;
};

std::vector<std::int64_t> checked_shape(const Hdf5File& file, const std::string& values) {
    constexpr std::int64_t kMostFeatures = 10'000;
    const DatasetInfo info = file.info(values);
    const bool numbers =
        info.element == ElementKind::floating || info.element == ElementKind::integer;
    const auto& shape = info.shape;
    require(numbers && (shape.size() == 2 || shape.size() == 3) &&
                (shape.size() == 2 || shape[2] <= kMostFeatures),
            ErrorKind::data,
            fmt::format("'{}' in '{}' cannot be the readings: its shape is [{}]", values,
                        file.path(), fmt::join(shape, ", ")),
            "numbers [time, sensor] or [time, sensor, feature] are expected",
            "name another dataset with --values");
    return shape;
}

// Seconds, or a smaller unit where the numbers are too large for seconds.
void to_seconds(std::vector<std::int64_t>& times, std::vector<std::string>& notes) {
    struct Unit {
        std::int64_t ticks, least;
        const char* name;
    };
    constexpr std::int64_t kLatest = 253402300800;  // the year 10000, in seconds
    constexpr std::array<Unit, 3> kUnits{{{1'000'000'000, kLatest * 1'000'000, "nanoseconds"},
                                          {1'000'000, kLatest * 1'000, "microseconds"},
                                          {1'000, kLatest, "milliseconds"}}};
    const std::int64_t largest = times.empty() ? 0 : *std::max_element(times.begin(), times.end());
    for (const Unit& unit : kUnits) {
        if (largest < unit.least) continue;
        for (std::int64_t& time : times) time = time / unit.ticks - (time % unit.ticks < 0 ? 1 : 0);
        notes.push_back(fmt::format("the times are taken for {} since 1970", unit.name));
        return;
    }
}

std::vector<std::int64_t> read_times(const Hdf5File& file, std::int64_t rows,
                                     const SourceOptions& options,
                                     std::vector<std::string>& notes) {
    if (options.times.empty())
        return given_times(options, rows, file.path(), "--times names no dataset of it");
    require_shape(file, options.times, {rows}, "one time per row of --values");
    const ElementKind element = file.info(options.times).element;
    if (element == ElementKind::string) {
        TimeColumn times(file.path(), options.date_order);
        const auto texts = file.read_strings(options.times);
        for (std::size_t row = 0; row < texts.size(); ++row) times.add(texts[row], row + 1);
        auto seconds = times.finish();
        notes.insert(notes.end(), times.notes().begin(), times.notes().end());
        return seconds;
    }
    require(element == ElementKind::integer, ErrorKind::data,
            fmt::format("'{}' in '{}' holds no times", options.times, file.path()),
            "texts or whole numbers since 1970 are expected",
            "name another dataset with --times, or leave it away and give --start and "
            "--step-minutes");
    auto times = file.read<std::int64_t>(options.times);
    to_seconds(times, notes);
    check_seconds(file, options.times, times);
    return times;
}

}  // namespace

TrafficSource any_hdf5_source(std::shared_ptr<const Hdf5File> file, const DataOptions& options) {
    const auto& named = options.source;
    const auto shape = checked_shape(*file, named.values);
    const std::int64_t features = shape.size() == 3 ? shape[2] : 1;
    TrafficSource source;
    source.path = file->path();
    source.layout = fmt::format("HDF5, dataset {}", named.values);
    source.timestamps = read_times(*file, shape[0], named, source.notes);
    if (!named.ids.empty() && file->is_dataset(named.ids)) {
        require_shape(*file, named.ids, {shape[1]}, "one id per sensor of --values");
        source.sensor_ids = read_ids(*file, named.ids);
    } else {
        source.sensor_ids = given_ids(named, shape[1], source.path, source.notes);
    }
    source.feature_names = feature_names(named, default_feature_names(features), source.path);
    source.feature_units.assign(source.feature_names.size(), "");
    source.rows = std::make_shared<DatasetRows>(std::move(file), named.values);
    return source;
}

}  // namespace dcrnn
