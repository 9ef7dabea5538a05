#pragma once
// A graph as CSV: which of its kinds a table is.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/graph/adjacency.hpp"

#include <string>
#include <vector>

namespace dcrnn {

// Sensor locations, a distance list or a matrix. Throws Error(data) when it is none of them, or may
// be two.
Adjacency adjacency_of_table(const CsvTable& table, const GraphOptions& options,
                             const std::vector<std::string>& sensor_ids);

// Throws Error(data) where a row has more or fewer fields than those before it.
void require_equal_widths(const CsvTable& table);

}  // namespace dcrnn
