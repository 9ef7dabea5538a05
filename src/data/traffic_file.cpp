#include "dcrnn/data/traffic_file.hpp"

#include "dcrnn/error.hpp"
#include "own_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace dcrnn {
namespace {

void check_names(const std::vector<std::string>& names, const std::string& kind,
                 const std::string& path) {
    std::unordered_map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        require(!names[i].empty(), ErrorKind::data,
                fmt::format("{} {} of '{}' is empty", kind, i, path), "", "give it a name");
        const auto [first, fresh] = seen.emplace(names[i], i);
        require(fresh, ErrorKind::data,
                fmt::format("the {} '{}' stands twice in '{}'", kind, names[i], path),
                fmt::format("columns {} and {}", first->second, i), "each must be unique");
    }
}

std::vector<std::int64_t> select(const std::vector<std::int64_t>& timestamps,
                                 const std::vector<RowBlock>& blocks) {
    std::vector<std::int64_t> selected;
    for (const RowBlock& block : blocks) {
        const auto begin = timestamps.begin() + block.first;
        selected.insert(selected.end(), begin, begin + block.count);
    }
    return selected;
}

template <class T>
void check(const T* values, const ReadingBlock& block, NullValue null_value,
           const std::string& path) {
    try {
        check_readings(values, block, null_value);
    } catch (const Error& error) {  // which knows the place in the file, but not its name
        throw Error(error.kind(), fmt::format("'{}': {}", path, error.what()), "", "");
    }
}

}  // namespace

TrafficFile::TrafficFile(const std::string& path) : TrafficFile(own_source(path)) {}

TrafficFile::TrafficFile(TrafficSource source) : rows_(std::move(source.rows)) {
    require(
        !source.timestamps.empty() && !source.sensor_ids.empty() && !source.feature_names.empty(),
        ErrorKind::data, fmt::format("'{}' holds no readings", source.path),
        fmt::format("{} rows of {} sensors and {} features", source.timestamps.size(),
                    source.sensor_ids.size(), source.feature_names.size()),
        "give a file with at least one of each");
    check_names(source.sensor_ids, "sensor id", source.path);
    check_names(source.feature_names, "feature name", source.path);
    KeptRows kept = keep_ascending(source.timestamps, source.path);

    header_.path = std::move(source.path);
    header_.layout = std::move(source.layout);
    header_.sensor_ids = std::move(source.sensor_ids);
    header_.feature_names = std::move(source.feature_names);
    header_.feature_units = std::move(source.feature_units);
    header_.timestamps = select(source.timestamps, kept.blocks);
    header_.notes = std::move(source.notes);
    header_.notes.insert(header_.notes.end(), kept.notes.begin(), kept.notes.end());
    header_.has_mask = source.has_mask;
    header_.has_adjacency = source.has_adjacency;
    kept_ = std::move(kept.blocks);
}

template <class T>
void TrafficFile::read_block(std::int64_t file_row, ReadingBlock& block, T* into,
                             std::optional<NullValue> checked_under) const {
    rows_->read_rows(file_row, block.rows, into);
    rows_->read_mask(file_row, block);
    if (checked_under) {
        require_fits(file_row, block, into);
        check(into, block, *checked_under, header_.path);
    }
    for (std::size_t i = 0; i < block.valid.size(); ++i)
        if (block.valid[i] == 0) into[i] = std::numeric_limits<T>::quiet_NaN();
}

// A number of 64 bits may be infinite in 32, and "infinite" is then not what the file holds.
void TrafficFile::require_fits(std::int64_t file_row, const ReadingBlock& block,
                               const float* values) const {
    if (!rows_->is_wide()) return;
    const std::int64_t width = block.sensors * block.features;
    for (std::int64_t i = 0; i < block.rows * width; ++i) {
        const bool masked = !block.valid.empty() && block.valid[static_cast<std::size_t>(i)] == 0;
        if (!std::isinf(values[i]) || masked) continue;
        std::vector<double> row(static_cast<std::size_t>(width));
        rows_->read_rows(file_row + i / width, 1, row.data());
        const double value = row[static_cast<std::size_t>(i % width)];
        require(!std::isfinite(value), ErrorKind::data,
                fmt::format("'{}': the reading of {} is {}", header_.path, reading_place(block, i),
                            value),
                "float32 holds numbers up to 3.4e38",
                "correct the file, or add --precision float64");
        return;  // infinite it is
    }
}

template <class T>
void TrafficFile::read_kept_rows(std::int64_t first, std::int64_t count, T* into,
                                 std::optional<NullValue> checked_under) const {
    assert(first >= 0 && count >= 0 && first + count <= header_.rows());
    const std::int64_t end = first + count;
    std::int64_t block_begin = 0;  // in kept rows
    for (const RowBlock& kept : kept_) {
        const std::int64_t row = std::max(first, block_begin);
        const std::int64_t rows = std::min(end, block_begin + kept.count) - row;
        if (rows > 0) {
            ReadingBlock block{row, rows, header_.sensors(), header_.features(), {}};
            read_block(kept.first + row - block_begin, block, into, checked_under);
            into += rows * block.sensors * block.features;
        }
        block_begin += kept.count;
    }
}

void TrafficFile::read_rows(std::int64_t first, std::int64_t count, double* into) const {
    read_kept_rows(first, count, into, std::nullopt);
}

void TrafficFile::read_rows(std::int64_t first, std::int64_t count, float* into) const {
    read_kept_rows(first, count, into, std::nullopt);
}

void TrafficFile::read_usable_rows(std::int64_t first, std::int64_t count, NullValue null_value,
                                   double* into) const {
    read_kept_rows(first, count, into, null_value);
}

void TrafficFile::read_usable_rows(std::int64_t first, std::int64_t count, NullValue null_value,
                                   float* into) const {
    read_kept_rows(first, count, into, null_value);
}

std::vector<double> TrafficFile::read_adjacency() const {
    require(header_.has_adjacency, ErrorKind::data,
            fmt::format("'{}' has no adjacency", header_.path), "", "give the graph with --graph");
    return rows_->read_adjacency();
}

}  // namespace dcrnn
