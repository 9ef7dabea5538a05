#pragma once
// Which columns of a long CSV file hold what: one line for each time and sensor.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_rows.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

struct LongColumns {
    std::size_t width = 0;  // cells of a line
    std::size_t time = 0, id = 0;
    std::vector<std::size_t> values;
    std::vector<std::string> names;  // of values
};

// By the names in the first line, or those that --times, --ids and --values give; nothing where
// there is no column of times or none of sensors. Throws Error(usage) on a name that is not there.
std::optional<LongColumns> find_long_columns(const std::string& path, const CsvLine& header,
                                             const SourceOptions& options);

}  // namespace dcrnn
