#pragma once
// Where the readings of a series come from, some rows at a time, so that a file larger than the
// memory can be read. Row numbers count all rows of the source, also those that TrafficFile leaves
// out.

#include "dcrnn/data/reading_block.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

class RowSource {
public:
    virtual ~RowSource() = default;
    // Rows first .. first+count-1 as [count, sensor, feature]. Throws Error(data).
    virtual void read_rows(std::int64_t first, std::int64_t count, double* into) const = 0;
    virtual void read_rows(std::int64_t first, std::int64_t count, float* into) const = 0;
    // Fills block.valid with the source's own mask of the rows from `first` on; without a mask the
    // block stays as it is.
    virtual void read_mask(std::int64_t first, ReadingBlock& block) const;
    // Whether readings may need more than the range and digits of float32.
    virtual bool is_wide() const = 0;
    virtual std::vector<double> read_adjacency() const;  // [sensor, sensor], or nothing
    virtual std::int64_t bytes_read() const;             // of a file, so far
};

// What a source says of itself; TrafficFile checks it.
struct TrafficSource {
    std::string path;    // for messages
    std::string layout;  // for people
    std::vector<std::string> sensor_ids, feature_names, feature_units;
    std::vector<std::int64_t> timestamps;  // of all rows, seconds of local civil time since 1970
    std::vector<std::string> notes;        // for the log
    bool has_mask = false, has_adjacency = false;
    std::shared_ptr<const RowSource> rows;
};

// Readings that lie in memory, [time, sensor, feature]; width is sensor times feature.
std::shared_ptr<const RowSource> rows_in_memory(std::vector<double> values, std::int64_t width);
std::shared_ptr<const RowSource> rows_in_memory(std::vector<float> values, std::int64_t width);

// "value", or "value1", "value2", ...: where a source names no features.
std::vector<std::string> default_feature_names(std::int64_t features);

}  // namespace dcrnn
