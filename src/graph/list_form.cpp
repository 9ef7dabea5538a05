// What tells a distance list from other tables, and its columns apart.

#include "dcrnn/error.hpp"
#include "distance_list.hpp"
#include "table_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace dcrnn {
namespace {

// The first column with one of the names; the number of columns where there is none.
std::size_t find_column(const CsvRow& header, std::initializer_list<std::string_view> names) {
    const auto is_it = [&](const std::string& field) {
        return std::any_of(names.begin(), names.end(),
                           [&](std::string_view name) { return is_column_name(field, name); });
    };
    return static_cast<std::size_t>(std::find_if(header.begin(), header.end(), is_it) -
                                    header.begin());
}

// Neither sensors nor numbers.
bool has_header(const CsvRow& row, const std::vector<std::string>& sensor_ids) {
    return !read_number(row[0]) && !read_number(row[2]) &&
           std::find(sensor_ids.begin(), sensor_ids.end(), row[0]) == sensor_ids.end();
}

ListForm form_of_three(const CsvTable& table) {
    const CsvRow& header = table.rows[0];
    const std::size_t from = find_column(header, {"from"}), to = find_column(header, {"to"});
    const bool has_from = from != header.size(), has_to = to != header.size();
    require(has_from == has_to, ErrorKind::data,
            fmt::format("line {} of '{}' names the columns '{}'", table.lines[0], table.path,
                        fmt::join(header, ",")),
            fmt::format("it says which one is '{}', but not which is '{}'",
                        has_from ? "from" : "to", has_from ? "to" : "from"),
            "name them from,to,cost, in the order that they have");
    if (!has_from) return {1, 0, 1, 2};
    return {1, from, to, 3 - from - to};
}

}  // namespace

std::optional<ListForm> list_form(const CsvTable& table,
                                  const std::vector<std::string>& sensor_ids) {
    const CsvRow& first = table.rows[0];
    if (first.size() < 3) return std::nullopt;
    if (first.size() == 3) return has_header(first, sensor_ids) ? form_of_three(table) : ListForm{};
    const ListForm named{1, find_column(first, {"from", "origin"}),
                         find_column(first, {"to", "destination"}),
                         find_column(first, {"cost", "distance", "dist"})};
    if (std::max({named.from, named.to, named.cost}) == first.size()) return std::nullopt;
    return named;
}

}  // namespace dcrnn
