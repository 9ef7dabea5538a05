#include "distance_list.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <unordered_map>
#include <utility>

namespace dcrnn {
namespace {

struct Road {
    double distance = 0;
    std::size_t row = 0;  // of the table
};
using Roads = std::map<std::pair<std::int64_t, std::int64_t>, Road>;

double read_distance(const CsvTable& table, std::size_t row, const ListColumns& columns) {
    const CsvRow& fields = table.rows[row];
    const auto distance = read_number(fields[columns.cost]);
    if (distance && std::isfinite(*distance) && *distance >= 0) return *distance;
    throw Error(ErrorKind::data,
                fmt::format("the distance from sensor {} to {} in line {} of '{}' is '{}'",
                            fields[columns.from], fields[columns.to], table.lines[row], table.path,
                            fields[columns.cost]),
                "a distance is a number, 0 or more",
                "mend the line, or leave it out where there is no road");
}

void insert(Roads& roads, const CsvTable& table, const std::pair<std::int64_t, std::int64_t>& pair,
            const Road& road) {
    const auto [known, added] = roads.insert({pair, road});
    if (added || known->second.distance == road.distance) return;
    throw Error(
        ErrorKind::data,
        fmt::format("lines {} and {} of '{}' ({}) give the same pair two distances: {} and {}",
                    table.lines[known->second.row], table.lines[road.row], table.path,
                    fmt::join(table.rows[road.row], ","), known->second.distance, road.distance),
        "a pair of sensors has one distance", "remove one of the lines");
}

Roads roads_between(const CsvTable& table, const std::vector<std::string>& sensor_ids) {
    std::unordered_map<std::string, std::int64_t> index;
    for (const auto& id : sensor_ids) index.emplace(id, static_cast<std::int64_t>(index.size()));
    const std::size_t first = has_list_header(table, sensor_ids) ? 1 : 0;
    const ListColumns columns = first == 1 ? find_columns(table) : ListColumns{};
    Roads roads;
    for (std::size_t row = first; row < table.rows.size(); ++row) {
        const CsvRow& fields = table.rows[row];
        const auto from = index.find(fields[columns.from]), to = index.find(fields[columns.to]);
        if (from == index.end() || to == index.end()) continue;
        const double distance = read_distance(table, row, columns);
        insert(roads, table, {from->second, to->second}, {distance, row});
    }
    return roads;
}

void require_all_known(const CsvTable& table, const Roads& roads,
                       const std::vector<std::string>& sensor_ids) {
    require(!roads.empty(), ErrorKind::data,
            fmt::format("none of the {} sensors is in the distance list '{}'", sensor_ids.size(),
                        table.path),
            fmt::format("its first row is '{}', the first sensor of the traffic file is {}",
                        fmt::join(table.rows[0], ","), sensor_ids.at(0)),
            "give the list of this road network, with ids as in the traffic file; a matrix needs "
            "as many rows and columns as there are sensors");
    std::vector<bool> known(sensor_ids.size(), false);
    for (const auto& [pair, road] : roads) {
        known[static_cast<std::size_t>(pair.first)] = true;
        known[static_cast<std::size_t>(pair.second)] = true;
    }
    std::vector<std::string> unknown;
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (!known[i]) unknown.push_back(sensor_ids[i]);
    }
    if (unknown.empty()) return;
    const std::size_t named = std::min<std::size_t>(unknown.size(), 10);
    throw Error(
        ErrorKind::data,
        fmt::format("{} of the {} sensors are not in the distance list '{}': {}{}", unknown.size(),
                    sensor_ids.size(), table.path,
                    fmt::join(unknown.begin(), unknown.begin() + static_cast<long>(named), ", "),
                    named < unknown.size() ? ", ..." : ""),
        "every sensor must be named in a pair of two sensors of the traffic file",
        "add their distances; a sensor without roads gets the row id,id,0");
}

// In any case of letters, and with more behind it, as in "From_Id".
bool is_name(const std::string& field, const std::string& name) {
    std::string letters = field.substr(0, name.size());
    for (char& letter : letters)
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    const bool ends = field.size() <= name.size() ||
                      std::isalpha(static_cast<unsigned char>(field[name.size()])) == 0;
    return letters == name && ends;
}

double deviation(const Roads& roads) {
    const auto count = static_cast<double>(roads.size());
    double mean = 0, squares = 0;
    for (const auto& entry : roads) mean += entry.second.distance / count;
    for (const auto& entry : roads) squares += std::pow(entry.second.distance - mean, 2) / count;
    return std::sqrt(squares);
}

}  // namespace

std::optional<double> read_number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

bool has_list_header(const CsvTable& table, const std::vector<std::string>& sensor_ids) {
    const CsvRow& row = table.rows[0];
    return row.size() == 3 && !read_number(row[0]) && !read_number(row[2]) &&
           std::find(sensor_ids.begin(), sensor_ids.end(), row[0]) == sensor_ids.end();
}

ListColumns find_columns(const CsvTable& table) {
    const CsvRow& header = table.rows[0];
    const auto place = [&](const char* name) {
        const auto is_it = [&](const std::string& field) { return is_name(field, name); };
        return static_cast<std::size_t>(std::find_if(header.begin(), header.end(), is_it) -
                                        header.begin());
    };
    const std::size_t from = place("from"), to = place("to");
    const bool has_from = from != header.size(), has_to = to != header.size();
    require(has_from == has_to, ErrorKind::data,
            fmt::format("line {} of '{}' names the columns '{}'", table.lines[0], table.path,
                        fmt::join(header, ",")),
            fmt::format("it says which one is '{}', but not which is '{}'",
                        has_from ? "from" : "to", has_from ? "to" : "from"),
            "name them from,to,cost, in the order that they have");
    if (!has_from) return {};
    return {from, to, 3 - from - to};
}

Adjacency weights_of_distances(const CsvTable& table, const GraphOptions& options,
                               const std::vector<std::string>& sensor_ids) {
    const Roads roads = roads_between(table, sensor_ids);
    require_all_known(table, roads, sensor_ids);
    const bool given = options.graph_sigma > 0;
    const double sigma = given ? options.graph_sigma : deviation(roads);
    require(sigma > 0, ErrorKind::data,
            fmt::format("the distances in '{}' give no width for the Gaussian kernel", table.path),
            "all of them are equal, so their deviation is 0", "give a width with --graph-sigma");
    const auto sensors = static_cast<std::int64_t>(sensor_ids.size());
    std::vector<double> weights(sensor_ids.size() * sensor_ids.size(), 0.0);
    for (const auto& [pair, road] : roads) {
        const double weight = std::exp(-std::pow(road.distance / sigma, 2));
        // Without a threshold: what is left of a number below the smallest normal one is no road.
        if (weight < options.graph_threshold || weight < kSmallestWeight) continue;
        weights[static_cast<std::size_t>(pair.first * sensors + pair.second)] = weight;
    }
    return adjacency_from_values(
        weights, sensors,
        fmt::format("distance list {}, {} pairs of the {} sensors, sigma {:.6g} ({}), threshold {}",
                    table.path, roads.size(), sensors, sigma, given ? "given" : "computed",
                    options.graph_threshold));
}

}  // namespace dcrnn
