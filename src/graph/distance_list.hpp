#pragma once
// From a list of distances between sensors to weights.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/graph/adjacency.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

// Whether the first row names the columns: neither sensors nor numbers.
bool has_list_header(const CsvTable& table, const std::vector<std::string>& sensor_ids);

// Where a list's fields stand. A header of three names may give another order; throws Error(data)
// where it names one end of a road only.
struct ListColumns {
    std::size_t from = 0, to = 1, cost = 2;
};
ListColumns find_columns(const CsvTable& table);

Adjacency weights_of_distances(const CsvTable& table, const GraphOptions& options,
                               const std::vector<std::string>& sensor_ids);

// A number without anything before or after it.
std::optional<double> read_number(const std::string& text);

}  // namespace dcrnn
