#pragma once
// What the options say where a source does not: times of rows and names of features.

#include "dcrnn/config/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// Throws Error(usage) where --step-minutes is no number of whole seconds.
std::int64_t step_seconds(const SourceOptions& options);

// start, start + step, ...: --start and --step-minutes. Throws Error(usage) where one is not given;
// `why` says what the file has instead of times.
std::vector<std::int64_t> given_times(const SourceOptions& options, std::int64_t rows,
                                      const std::string& path, const std::string& why);

// Those of --feature-names, else `otherwise`. Throws Error(usage) on another number of them.
std::vector<std::string> feature_names(const SourceOptions& options,
                                       std::vector<std::string> otherwise, const std::string& path);

std::vector<std::string> split_names(const std::string& list);  // at commas

// For a source that names no sensors: those in the text file that --ids names, separated by commas
// or lines, else "0", "1", ...; the notes say which. Throws Error(data) on another number of them.
std::vector<std::string> given_ids(const SourceOptions& options, std::int64_t sensors,
                                   const std::string& path, std::vector<std::string>& notes);

}  // namespace dcrnn
