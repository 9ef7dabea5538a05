#include "dcrnn/graph/graph_description.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "distance_list.hpp"
#include "graph_figures.hpp"
#include "graph_matrix.hpp"
#include "graph_table.hpp"
#include "sensor_locations.hpp"
#include "table_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>
#include <vector>

namespace dcrnn {
namespace {

std::string figures_text(const GraphFigures& f) {
    std::string text = fmt::format(
        "roads       {} from one sensor to another, {} of a sensor to itself; {}\n"
        "isolated    {} sensor(s) without roads\n"
        "degrees     {} to {} roads out of a sensor, {} to {} into one\n"
        "components  {} strongly connected, the largest of {} sensor(s)\n",
        f.edges, f.self_loops, f.symmetric ? "symmetric" : "directed", f.isolated, f.least_out,
        f.most_out, f.least_in, f.most_in, f.components, f.largest_component);
    return text;
}

std::string describe_matrix(const GraphMatrix& matrix, const std::string& path) {
    std::string ids = "none; the rows are the sensors of the readings in their order";
    if (!matrix.ids.empty())
        ids =
            fmt::format("{} to {} ({})", matrix.ids.front(), matrix.ids.back(), matrix.ids.size());
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    std::int64_t unusable = 0;
    for (const GraphEntry& entry : matrix.entries) {
        unusable += flaw_of_weight(entry.weight) != nullptr;
        smallest = std::min(smallest, entry.weight);
        largest = std::max(largest, entry.weight);
    }
    return fmt::format(
               "{}: graph, a matrix\n"
               "shape       {} x {}\n"
               "ids         {}\n"
               "weights     {} not 0{}{}\n",
               path, matrix.nodes, matrix.nodes, ids, matrix.entries.size(),
               matrix.entries.empty() ? "" : fmt::format(", {:g} to {:g}", smallest, largest),
               unusable > 0
                   ? fmt::format("; {} of them negative, not finite or too small", unusable)
                   : "") +
           figures_text(figures_of(matrix.nodes, matrix.entries));
}

// The roads of a list, its sensors numbered as they appear.
struct NumberedList {
    std::unordered_map<std::string, std::int32_t> sensors;
    std::vector<GraphEntry> roads;
    std::size_t repeated = 0;

    std::int32_t number_of(const std::string& name) {
        return sensors.emplace(name, static_cast<std::int32_t>(sensors.size())).first->second;
    }
};

NumberedList number_roads(const CsvTable& table, const ListForm& form) {
    NumberedList list;
    std::set<std::pair<std::int32_t, std::int32_t>> known;
    for (std::size_t row = form.first_row; row < table.rows.size(); ++row) {
        const CsvRow& fields = table.rows[row];
        const std::int32_t from = list.number_of(fields[form.from]);
        const std::int32_t to = list.number_of(fields[form.to]);
        const double distance = read_distance(table, row, form);
        if (known.insert({from, to}).second)
            list.roads.push_back({from, to, distance});
        else
            ++list.repeated;
    }
    return list;
}

std::string describe_list(const CsvTable& table, const ListForm& form) {
    require(table.rows.size() > form.first_row, ErrorKind::data,
            fmt::format("the distance list '{}' is empty", table.path), "it has no row of a road",
            "give from,to,cost for each road");
    const NumberedList list = number_roads(table, form);
    const auto [least, most] = std::minmax_element(
        list.roads.begin(), list.roads.end(),
        [](const GraphEntry& a, const GraphEntry& b) { return a.weight < b.weight; });
    const auto nodes = static_cast<std::int64_t>(list.sensors.size());
    return fmt::format(
               "{}: graph, a distance list from,to,cost{}\n"
               "pairs       {}{}\n"
               "sensors     {}\n"
               "costs       {:g} to {:g}; which pairs count, and sigma, depend on the readings\n",
               table.path, form.first_row > 0 ? " with a header" : "", list.roads.size(),
               list.repeated > 0 ? fmt::format(", and {} rows that repeat one", list.repeated) : "",
               nodes, least->weight, most->weight) +
           figures_text(figures_of(nodes, list.roads));
}

// The smallest and the largest angle of a column.
std::string range_of(const CsvTable& table, std::size_t first_row, std::size_t column) {
    double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
    for (std::size_t row = first_row; row < table.rows.size(); ++row) {
        const auto angle = read_number(table.rows[row][column]);
        require(angle.has_value(), ErrorKind::data,
                fmt::format("line {} of the sensor locations '{}' has no number in column {}",
                            table.lines[row], table.path, column + 1),
                "latitude and longitude are degrees", "mend this line");
        smallest = std::min(smallest, *angle);
        largest = std::max(largest, *angle);
    }
    return fmt::format("{:g} to {:g}", smallest, largest);
}

std::string describe_locations(const CsvTable& table, const LocationForm& form) {
    return fmt::format(
        "{}: sensor locations{}\n"
        "sensors     {}\n"
        "latitude    {}\n"
        "longitude   {}\n"
        "as a graph  with --max-distance METRES\n",
        table.path, form.first_row > 0 ? " with a header" : "", table.rows.size() - form.first_row,
        range_of(table, form.first_row, form.latitude),
        range_of(table, form.first_row, form.longitude));
}

// Numbers in all rows but the first `above`.
bool are_numbers(const CsvTable& table, std::size_t above) {
    return std::all_of(table.rows.begin() + static_cast<std::ptrdiff_t>(above), table.rows.end(),
                       [](const CsvRow& row) {
                           return std::all_of(row.begin(), row.end(), [](const std::string& field) {
                               return read_number(field).has_value();
                           });
                       });
}

std::string describe_table(const CsvTable& table) {
    require_equal_widths(table);
    if (const auto locations = location_form(table)) return describe_locations(table, *locations);
    const auto matrix = matrix_form(table, {});
    const auto list = list_form(table, {});
    // Three numbers in each of three rows are a matrix more often than three pairs.
    const bool is_matrix =
        matrix && (!list || (*matrix == MatrixIds::none && are_numbers(table, 0)) ||
                   (*matrix != MatrixIds::none && table.rows[0][0].empty()));
    if (is_matrix) return describe_matrix(read_matrix(table, *matrix), table.path);
    if (list) return describe_list(table, *list);
    throw Error(
        ErrorKind::data, fmt::format("'{}' is no graph", table.path),
        fmt::format("its {} rows of {} fields are no distance list, no sensor locations and "
                    "no square matrix",
                    table.rows.size(), table.rows[0].size()),
        "give from,to,cost, or id,latitude,longitude, or as many rows as columns");
}

}  // namespace

std::string describe_graph(const std::string& path) {
    const FileKind kind = require_readable(path);
    if (kind == FileKind::npy || kind == FileKind::zip || kind == FileKind::pickle)
        return describe_matrix(read_stored_matrix(path, kind), path);
    const CsvTable table = read_csv(path);
    const std::string text = describe_table(table);
    return table.doubt.empty() ? text : text + fmt::format("doubt       {}\n", table.doubt);
}

}  // namespace dcrnn
