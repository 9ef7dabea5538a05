#pragma once
// Parts that every series in HDF5 has: lists of ids, times in seconds, and shapes that must agree.

#include "dcrnn/files/hdf5_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// Whether the file holds the datasets of the own layout (data/README.md).
bool is_own_layout(const Hdf5File& file);

// Integers or text, as text.
std::vector<std::string> read_ids(const Hdf5File& file, const std::string& dataset);

// Throws Error(data) on times outside the years -6000 to 9999: milliseconds, most likely.
void check_seconds(const Hdf5File& file, const std::string& dataset,
                   const std::vector<std::int64_t>& timestamps);

// Throws Error(data), with both shapes, unless the dataset has this one.
void require_shape(const Hdf5File& file, const std::string& dataset,
                   const std::vector<std::int64_t>& expected, const std::string& meaning);

}  // namespace dcrnn
