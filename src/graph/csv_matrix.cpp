// A matrix as CSV: its rows alone, or with the ids of the sensors above them and before them.

#include "dcrnn/error.hpp"
#include "graph_matrix.hpp"
#include "table_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace dcrnn {
namespace {

bool has_text(const CsvRow& row) {
    return std::any_of(row.begin(), row.end(),
                       [](const std::string& field) { return !read_number(field); });
}

// Whether a row above the matrix names its columns. Three names are those of a list, unless they
// are the three sensors.
bool names_columns(const CsvRow& row, const std::vector<std::string>& sensor_ids) {
    const std::unordered_set<std::string> ids(sensor_ids.begin(), sensor_ids.end());
    const auto is_sensor = [&](const std::string& field) { return ids.count(field) > 0; };
    if (row.size() != 3) return std::any_of(row.begin(), row.end(), is_sensor) || has_text(row);
    return ids.size() == 3 && std::all_of(row.begin(), row.end(), is_sensor) && row[0] != row[1] &&
           row[0] != row[2] && row[1] != row[2];
}

double read_weight(const CsvTable& table, std::size_t row, std::size_t column) {
    const std::string& field = table.rows[row][column];
    const auto weight = read_number(field);
    const char* const flaw = weight ? flaw_of_weight(*weight) : "that is no number";
    if (flaw == nullptr) return *weight;
    throw Error(ErrorKind::data,
                fmt::format("line {}, column {} of the matrix '{}' is '{}'", table.lines[row],
                            column + 1, table.path, field),
                flaw, "mend the file; 0 means no road");
}

void require_same_ids(const CsvTable& table) {
    for (std::size_t i = 1; i < table.rows.size(); ++i)
        require(table.rows[i][0] == table.rows[0][i], ErrorKind::data,
                fmt::format("line {} of the matrix '{}' begins with '{}'", table.lines[i],
                            table.path, table.rows[i][0]),
                fmt::format("column {} is that of '{}'", i + 1, table.rows[0][i]),
                "give rows and columns the same ids in the same order");
}

}  // namespace

std::optional<MatrixIds> matrix_form(const CsvTable& table,
                                     const std::vector<std::string>& sensor_ids) {
    const CsvRow& first = table.rows[0];
    const std::size_t rows = table.rows.size(), width = first.size();
    if (width == rows && width > 1 && !read_number(first[0])) return MatrixIds::above_and_before;
    if (width == rows) return MatrixIds::none;
    if (rows == width + 1 && names_columns(first, sensor_ids)) return MatrixIds::above;
    return std::nullopt;
}

GraphMatrix read_matrix(const CsvTable& table, MatrixIds ids) {
    const std::size_t above = ids == MatrixIds::none ? 0 : 1;
    const std::size_t before = ids == MatrixIds::above_and_before ? 1 : 0;
    if (before == 1) require_same_ids(table);
    GraphMatrix matrix;
    matrix.origin = fmt::format("matrix {}", table.path);
    matrix.nodes = static_cast<std::int64_t>(table.rows.size() - above);
    if (above == 1)
        matrix.ids.assign(table.rows[0].begin() + static_cast<std::ptrdiff_t>(before),
                          table.rows[0].end());
    for (std::size_t row = above; row < table.rows.size(); ++row) {
        for (std::size_t column = before; column < table.rows[0].size(); ++column) {
            const double weight = read_weight(table, row, column);
            if (weight == 0) continue;
            matrix.entries.push_back({static_cast<std::int32_t>(row - above),
                                      static_cast<std::int32_t>(column - before), weight});
        }
    }
    return matrix;
}

}  // namespace dcrnn
