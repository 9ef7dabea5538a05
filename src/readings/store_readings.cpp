#include "dcrnn/readings/store_readings.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace dcrnn {
namespace {

constexpr std::int64_t kReadingsAtOnce = 1 << 21;

std::int64_t rows_at_once(const TrafficHeader& header) {
    return std::max<std::int64_t>(1, kReadingsAtOnce / (header.sensors() * header.features()));
}

// The mask begins to exist with the first missing reading; all before it are valid.
class MaskWriter {
public:
    MaskWriter(Hdf5File& file, const TrafficHeader& header) : file_(file), header_(header) {}

    template <class T>
    void write(std::int64_t first, std::int64_t count, const std::vector<T>& values) {
        const bool any =
            std::any_of(values.begin(), values.end(), [](T value) { return std::isnan(value); });
        if (any && !begun_) begin(first);
        if (!begun_) return;
        marks_.resize(values.size());
        std::transform(values.begin(), values.end(), marks_.begin(), [](T value) {
            return static_cast<std::uint8_t>(std::isnan(value) ? 0 : 1);
        });
        file_.write_rows("mask", first, count, marks_.data());
    }

private:
    void begin(std::int64_t rows_before) {
        begun_ = true;
        file_.create_rows<std::uint8_t>("mask",
                                        {header_.rows(), header_.sensors(), header_.features()});
        file_.write_text_attribute("mask", "about", "1 = valid reading, 0 = missing");
        const std::int64_t block = rows_at_once(header_);
        marks_.assign(static_cast<std::size_t>(block * header_.sensors() * header_.features()), 1);
        for (std::int64_t row = 0; row < rows_before; row += block)
            file_.write_rows("mask", row, std::min(block, rows_before - row), marks_.data());
    }

    Hdf5File& file_;
    const TrafficHeader& header_;
    std::vector<std::uint8_t> marks_;
    bool begun_ = false;
};

template <class T>
void write_values(Hdf5File& file, const TrafficFile& from) {
    const TrafficHeader& header = from.header();
    file.create_rows<T>("values", {header.rows(), header.sensors(), header.features()});
    MaskWriter mask(file, header);
    std::vector<T> values;
    const std::int64_t block = rows_at_once(header);
    for (std::int64_t first = 0; first < header.rows(); first += block) {
        const std::int64_t count = std::min(block, header.rows() - first);
        values.resize(static_cast<std::size_t>(count * header.sensors() * header.features()));
        from.read_usable_rows(first, count, NullValue::nan, values.data());
        mask.write(first, count, values);
        std::replace_if(
            values.begin(), values.end(), [](T value) { return std::isnan(value); }, T{0});
        file.write_rows("values", first, count, values.data());
    }
}

void write_header(Hdf5File& file, const TrafficHeader& header) {
    file.write_text_attribute("/", "format", "dcrnn_mpi traffic");
    file.write_number_attribute("/", "format_version", std::int64_t{1});
    file.write_text_attribute("/", "description",
                              fmt::format("imported from {} ({})", header.path, header.layout));
    file.write("timestamps", {header.rows()}, header.timestamps.data());
    file.write_text_attribute("timestamps", "units",
                              "seconds since 1970-01-01 00:00, local civil time");
    file.write_strings("sensor_ids", header.sensor_ids);
    file.write_strings("feature_names", header.feature_names);
    file.write_strings("feature_units", header.feature_units);
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void require_same(bool condition, const std::string& path, const std::string& what) {
    require(condition, ErrorKind::other, fmt::format("'{}' does not hold what was written", path),
            what, "check the disk, or write to another one");
}

}  // namespace

void store_readings(const TrafficFile& from, const std::string& path) {
    Hdf5File file = Hdf5File::create(path);
    write_header(file, from.header());
    if (from.is_wide())
        write_values<double>(file, from);
    else
        write_values<float>(file, from);
    if (from.header().has_adjacency) {
        const std::int64_t sensors = from.header().sensors();
        file.write("adjacency", {sensors, sensors}, from.read_adjacency().data());
    }
    file.finish();
}

void require_same_readings(const TrafficFile& from, const std::string& path) {
    const TrafficFile stored(path);
    const TrafficHeader& a = from.header();
    const TrafficHeader& b = stored.header();
    require_same(a.timestamps == b.timestamps && a.sensor_ids == b.sensor_ids &&
                     a.feature_names == b.feature_names && a.feature_units == b.feature_units,
                 path, "times, ids or names differ");
    std::vector<double> expected, found;
    const std::int64_t block = rows_at_once(a);
    for (std::int64_t first = 0; first < a.rows(); first += block) {
        const std::int64_t count = std::min(block, a.rows() - first);
        expected.resize(static_cast<std::size_t>(count * a.sensors() * a.features()));
        found.resize(expected.size());
        from.read_rows(first, count, expected.data());
        stored.read_rows(first, count, found.data());
        require_same(std::equal(expected.begin(), expected.end(), found.begin(), same), path,
                     fmt::format("readings of rows {} to {} differ", first, first + count - 1));
    }
}

}  // namespace dcrnn
