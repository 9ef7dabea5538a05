#pragma once
// Writes readings of any source in the own layout, some rows at a time.

#include "dcrnn/data/traffic_file.hpp"

#include <string>

namespace dcrnn {

// Creates or replaces the file. Readings are stored as float64, or float32 where the source has no
// more; a NaN becomes a 0 that the mask declares missing, so that the file reads the same under
// any null value. Throws Error(data) on an infinite reading, Error(other) when it cannot be
// written.
void store_readings(const TrafficFile& from, const std::string& path);

// Reads the file back. Throws Error(other) unless it says what the source says, bit by bit.
void require_same_readings(const TrafficFile& from, const std::string& path);

}  // namespace dcrnn
