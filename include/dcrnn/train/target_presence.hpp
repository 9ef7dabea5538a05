#pragma once
// Whether there is anything to score: windows whose readings are all missing give NaN for every
// error.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/series.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// Whether any of the windows has a valid target.
bool has_valid_target(const Series& series, const std::vector<std::int64_t>& windows,
                      const DataOptions& options);

// What to say of a split without any: the rows that hold nothing but missing readings.
std::string no_target_text(const char* split, const std::vector<std::int64_t>& windows,
                           const DataOptions& options);

}  // namespace dcrnn
