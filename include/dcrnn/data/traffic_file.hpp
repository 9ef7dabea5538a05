#pragma once
// A file of sensor readings: this program's own layout (data/README.md), or any other as a source
// that dcrnn/readings makes of it. The constructor reads and checks everything but the readings:
// ids unique, times sorted. The repeated hour of an autumn clock change is left out (the first pass
// is kept) and reported; row numbers below count the kept rows.

#include "dcrnn/data/clock_change.hpp"
#include "dcrnn/data/reading_block.hpp"
#include "dcrnn/data/row_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

struct TrafficHeader {
    std::string path;
    std::string layout;  // for people: "dcrnn_mpi", "pandas, group df", "wide CSV"
    std::vector<std::string> sensor_ids;
    std::vector<std::string>
        feature_names;  // one per feature; "value" (or value1, ...) when the file has none
    std::vector<std::string> feature_units;  // empty text when the file names none
    std::vector<std::int64_t>
        timestamps;                  // of the kept rows, seconds of local civil time since 1970
    std::vector<std::string> notes;  // what was left out, with place; for the log
    bool has_mask = false;           // the file says itself which readings are missing
    bool has_adjacency = false;

    std::int64_t rows() const { return static_cast<std::int64_t>(timestamps.size()); }
    std::int64_t sensors() const { return static_cast<std::int64_t>(sensor_ids.size()); }
    std::int64_t features() const { return static_cast<std::int64_t>(feature_names.size()); }
};

class TrafficFile {
public:
    // The own layout. Throws Error(data): missing, damaged or foreign file, and as below.
    explicit TrafficFile(const std::string& path);
    // Throws Error(data): no readings, unsorted or repeated times, repeated ids.
    explicit TrafficFile(TrafficSource source);

    const TrafficHeader& header() const { return header_; }

    // Kept rows first .. first+count-1 as [count, sensor, feature]. A reading that the file's mask
    // declares missing comes back as NaN.
    void read_rows(std::int64_t first, std::int64_t count, double* into) const;
    void read_rows(std::int64_t first, std::int64_t count, float* into) const;

    // The same for readings that are to be used: throws Error(data) that names file, row and sensor
    // where one is Inf (float: in the file or by being too large), or NaN though neither the mask
    // nor the null value says that it is missing.
    void read_usable_rows(std::int64_t first, std::int64_t count, NullValue null_value,
                          double* into) const;
    void read_usable_rows(std::int64_t first, std::int64_t count, NullValue null_value,
                          float* into) const;

    // [sensor, sensor], row-major, from row to column. Throws Error(data) when has_adjacency is
    // false.
    std::vector<double> read_adjacency() const;

    // Whether readings may need more than the range and digits of float32.
    bool is_wide() const { return rows_->is_wide(); }

    std::int64_t bytes_read() const { return rows_->bytes_read(); }

private:
    template <class T>
    void read_kept_rows(std::int64_t first, std::int64_t count, T* into,
                        std::optional<NullValue> checked_under) const;
    template <class T>
    void read_block(std::int64_t file_row, ReadingBlock& block, T* into,
                    std::optional<NullValue> checked_under) const;
    void require_fits(std::int64_t file_row, const ReadingBlock& block, const float* values) const;
    void require_fits(std::int64_t, const ReadingBlock&, const double*) const {}

    std::shared_ptr<const RowSource> rows_;
    TrafficHeader header_;
    std::vector<RowBlock> kept_;  // the file's rows that are kept, in order
};

// Writes the own layout; the counterpart of the constructor. A NaN becomes a 0 that the mask
// declares missing, so the file reads the same under any null value. Throws Error(other) when the
// file cannot be written.
struct TrafficContent {
    std::vector<std::string> sensor_ids, feature_names, feature_units;
    std::vector<std::int64_t> timestamps;
    std::vector<double> values;     // [time, sensor, feature]; written as float32
    std::vector<double> adjacency;  // [sensor, sensor] or empty
    std::string description;        // attribute of the file, for people
};
void write_traffic_file(const std::string& path, const TrafficContent& content);

}  // namespace dcrnn
