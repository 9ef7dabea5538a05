#include "graph_table.hpp"

#include "dcrnn/error.hpp"
#include "distance_list.hpp"
#include "graph_matrix.hpp"
#include "sensor_locations.hpp"
#include "table_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace dcrnn {
namespace {

// Three rows of three for three sensors may be either. Weights lie between 0 and 1; the pairs of a
// list are sensors. What is both or neither is refused.
bool is_list_of_three(const CsvTable& table, const std::vector<std::string>& sensor_ids) {
    const std::unordered_set<std::string> ids(sensor_ids.begin(), sensor_ids.end());
    const bool pairs = std::all_of(table.rows.begin(), table.rows.end(), [&](const CsvRow& row) {
        return ids.count(row[0]) == 1 && ids.count(row[1]) == 1;
    });
    const bool weights = std::all_of(table.rows.begin(), table.rows.end(), [](const CsvRow& row) {
        return std::all_of(row.begin(), row.end(), [](const std::string& field) {
            const auto number = read_number(field);
            return number && *number >= 0 && *number <= 1;
        });
    });
    require(pairs != weights, ErrorKind::data,
            fmt::format("the graph file '{}' may be a distance list or a matrix", table.path),
            "it has three rows and columns, as many as there are sensors",
            "start a list with the row from,to,cost, or a matrix with a row of the sensors' ids");
    return pairs;
}

// A list of three pairs for more sensors than three is no matrix.
bool is_list(const CsvTable& table, const std::optional<ListForm>& list,
             const std::optional<MatrixIds>& matrix, const std::vector<std::string>& sensor_ids) {
    if (!list || !matrix) return list.has_value();
    if (*matrix == MatrixIds::above || table.rows[0][0].empty()) return false;
    if (list->first_row > 0) return true;
    return sensor_ids.size() != 3 || is_list_of_three(table, sensor_ids);
}

[[noreturn]] void fail_form(const CsvTable& table, std::size_t sensors) {
    const std::size_t rows = table.rows.size(), width = table.rows[0].size();
    require(width == sensors, ErrorKind::data,
            fmt::format("the graph file '{}' has {} rows of {} fields, the traffic file {} sensors",
                        table.path, rows, width, sensors),
            "a matrix has a row and a column for each sensor, a distance list three columns",
            "give the graph of these sensors, fields separated by commas");
    throw Error(ErrorKind::data,
                fmt::format("the matrix '{}' has {} rows and {} columns", table.path, rows, width),
                "it must have a row and a column for each sensor",
                "give the whole matrix, above it at most one row of the sensors' ids");
}

Adjacency adjacency_by_form(const CsvTable& table, const GraphOptions& options,
                            const std::vector<std::string>& sensor_ids) {
    if (const auto locations = location_form(table))
        return weights_of_locations(table, *locations, options, sensor_ids);
    const auto matrix = matrix_form(table, sensor_ids);
    const auto list = list_form(table, sensor_ids);
    if (is_list(table, list, matrix, sensor_ids))
        return weights_of_distances(table, *list, options, sensor_ids);
    if (!matrix) fail_form(table, sensor_ids.size());
    return adjacency_of_matrix(read_matrix(table, *matrix), options, sensor_ids);
}

}  // namespace

void require_equal_widths(const CsvTable& table) {
    const std::size_t width = table.rows[0].size();
    for (std::size_t row = 1; row < table.rows.size(); ++row) {
        if (table.rows[row].size() == width) continue;
        throw Error(
            ErrorKind::data,
            fmt::format("line {} of the graph file '{}' has {} fields, the lines before it {}",
                        table.lines[row], table.path, table.rows[row].size(), width),
            "all of them must be of one width", "mend or complete this line");
    }
}

Adjacency adjacency_of_table(const CsvTable& table, const GraphOptions& options,
                             const std::vector<std::string>& sensor_ids) {
    require_equal_widths(table);
    Adjacency adjacency = adjacency_by_form(table, options, sensor_ids);
    if (!table.doubt.empty()) adjacency.notes.push_back(table.doubt);
    return adjacency;
}

}  // namespace dcrnn
