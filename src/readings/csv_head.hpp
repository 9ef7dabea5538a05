#pragma once
// What the first two rows of a wide CSV file say of its columns.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_rows.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dcrnn {

enum class FirstColumn { reading, time, index };  // index: rows numbered 0, 1, 2, ... or from 1

struct WideColumns {
    bool has_header = false;
    FirstColumn first = FirstColumn::reading;
    std::size_t width = 0;         // cells of a row of readings
    std::size_t sensors = 0;       // columns that hold readings
    std::vector<std::string> ids;  // of them; empty without a header
};

// Throws Error(data), or Error(usage) where only an option can tell.
WideColumns read_wide_columns(const std::string& path, char separator, const DataOptions& options);

}  // namespace dcrnn
