#pragma once
// What a traffic file holds and where, before its rows are looked at: the common ground of the own
// layout and the pandas one.

#include "dcrnn/files/hdf5_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct TrafficLayout {
    std::string name;          // for people
    std::string values, mask;  // datasets; no mask: empty
    std::vector<std::string> sensor_ids, feature_names, feature_units;
    std::vector<std::int64_t> timestamps;  // of all rows, seconds
    std::vector<std::int64_t> columns;     // of values, by sensor; empty: in order
    std::vector<std::string> notes;
    bool has_adjacency = false;
};

bool is_own_layout(const Hdf5File& file);
TrafficLayout read_own_layout(const Hdf5File& file);

// The frame in the group `key`; without a key `df` or the only one. Throws Error(data) that lists
// the groups there are.
TrafficLayout read_pandas_layout(const Hdf5File& file, const std::string& key);

// Integers or text, as text.
std::vector<std::string> read_ids(const Hdf5File& file, const std::string& dataset);

// Throws Error(data) on times outside the years -6000 to 9999: milliseconds, most likely.
void check_seconds(const Hdf5File& file, const std::string& dataset,
                   const std::vector<std::int64_t>& timestamps);

// Throws Error(data), with both shapes, unless the dataset has this one.
void require_shape(const Hdf5File& file, const std::string& dataset,
                   const std::vector<std::int64_t>& expected, const std::string& meaning);

}  // namespace dcrnn
