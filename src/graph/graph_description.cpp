#include "dcrnn/graph/graph_description.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "distance_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <vector>

namespace dcrnn {
namespace {

using Numbers = std::vector<double>;  // of a row

// The table's rows as numbers, all but the first `header` ones; nothing when a field is none.
std::optional<std::vector<Numbers>> as_numbers(const CsvTable& table, std::size_t header) {
    std::vector<Numbers> rows;
    for (std::size_t i = header; i < table.rows.size(); ++i) {
        Numbers& row = rows.emplace_back();
        for (const auto& field : table.rows[i]) {
            const auto number = read_number(field);
            if (!number) return std::nullopt;
            row.push_back(*number);
        }
    }
    return rows;
}

bool is_square(const std::vector<Numbers>& rows) {
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const Numbers& row) {
        return row.size() == rows.size();
    });
}

std::string describe_matrix(const std::string& path, const std::vector<Numbers>& rows) {
    std::int64_t nonzeros = 0, diagonal = 0, isolated = 0;
    bool symmetric = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        bool has_road = false;
        for (std::size_t j = 0; j < rows.size(); ++j) {
            nonzeros += rows[i][j] != 0;
            diagonal += i == j && rows[i][j] != 0;
            has_road = has_road || (i != j && (rows[i][j] != 0 || rows[j][i] != 0));
            symmetric = symmetric && rows[i][j] == rows[j][i];
        }
        isolated += !has_road;
    }
    return fmt::format(
        "{}: graph, a matrix\n"
        "shape       {} x {}, in the order of the sensors of a traffic file\n"
        "weights     {} not 0, {} of them on the diagonal; {}\n"
        "isolated    {} sensor(s) without roads\n",
        path, rows.size(), rows.size(), nonzeros, diagonal, symmetric ? "symmetric" : "directed",
        isolated);
}

std::string describe_list(const CsvTable& table) {
    const std::size_t header = has_list_header(table, {}) ? 1 : 0;
    const ListColumns columns = header == 1 ? find_columns(table) : ListColumns{};
    std::set<std::string> sensors;
    double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
    std::int64_t own = 0;
    for (std::size_t i = header; i < table.rows.size(); ++i) {
        const CsvRow& row = table.rows[i];
        const auto cost = row.size() == 3 ? read_number(row[columns.cost]) : std::nullopt;
        require(cost.has_value(), ErrorKind::data,
                fmt::format("line {} of '{}' is not from,to,cost", table.lines[i], table.path),
                "the file is neither a distance list nor a square matrix", "mend this line");
        sensors.insert({row[columns.from], row[columns.to]});
        own += row[columns.from] == row[columns.to];
        smallest = std::min(smallest, *cost);
        largest = std::max(largest, *cost);
    }
    return fmt::format(
        "{}: graph, a distance list from,to,cost{}\n"
        "pairs       {}, {} of them of a sensor with itself\n"
        "sensors     {}\n"
        "costs       {:g} to {:g}; which pairs count, and sigma, depend on the traffic file\n",
        table.path, header > 0 ? " with a header" : "", table.rows.size() - header, own,
        sensors.size(), smallest, largest);
}

}  // namespace

std::string describe_graph(const std::string& path) {
    const CsvTable table = read_csv(path);
    for (const std::size_t header : {0U, 1U}) {
        const auto rows = as_numbers(table, header);
        const bool is_list = table.rows[0].size() == 3 && table.rows.size() - header != 3;
        if (rows && is_square(*rows) && !is_list) return describe_matrix(path, *rows);
    }
    return describe_list(table);
}

}  // namespace dcrnn
