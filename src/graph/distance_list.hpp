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

// Where a list's rows begin and its fields stand.
struct ListForm {
    std::size_t first_row = 0;
    std::size_t from = 0, to = 1, cost = 2;
};

// Whether a table may be a list: three columns, which a header may put in another order, or more
// with a header that names from (or origin), to (destination) and cost (distance), such as
// LibCity's .rel. Throws Error(data) where a header of three names one end of a road only.
std::optional<ListForm> list_form(const CsvTable& table,
                                  const std::vector<std::string>& sensor_ids);

Adjacency weights_of_distances(const CsvTable& table, const ListForm& form,
                               const GraphOptions& options,
                               const std::vector<std::string>& sensor_ids);

// A distance, 0 or more; throws Error(data) for anything else.
double read_distance(const CsvTable& table, std::size_t row, const ListForm& form);

}  // namespace dcrnn
