#pragma once
// A number that tells one series from another. Every block of kFingerprintBlock rows is hashed with
// its position; the sum of the hashes does not depend on who hashed which block, so ranks share the
// work and add.

#include "dcrnn/data/series.hpp"

#include <cstdint>

namespace dcrnn {

constexpr std::int64_t kFingerprintBlock = 256;  // rows

// Sum of the hashes of blocks part, part+parts, part+2 parts, ... The values are hashed in double,
// so the precision of the store matters only through rounding. Part 0 adds the shape, sensor ids
// and timestamps.
std::uint64_t fingerprint_part(const Series& series, std::int64_t part, std::int64_t parts);

}  // namespace dcrnn
