#include "distance_list.hpp"

#include "dcrnn/error.hpp"
#include "gaussian_kernel.hpp"
#include "id_text.hpp"
#include "list_names.hpp"
#include "table_field.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

namespace dcrnn {
namespace {

struct Road {
    double distance = 0;
    std::size_t row = 0;  // of the table
};
using Roads = std::map<std::pair<std::int64_t, std::int64_t>, Road>;

struct RoadList {
    Roads roads;
    std::size_t repeated = 0;  // rows that say again what another says
};

void insert(RoadList& list, const CsvTable& table,
            const std::pair<std::int64_t, std::int64_t>& pair, const Road& road) {
    const auto [known, added] = list.roads.insert({pair, road});
    list.repeated += !added;
    if (added || known->second.distance == road.distance) return;
    throw Error(
        ErrorKind::data,
        fmt::format("lines {} and {} of '{}' ({}) give the same pair two distances: {} and {}",
                    table.lines[known->second.row], table.lines[road.row], table.path,
                    fmt::join(table.rows[road.row], ","), known->second.distance, road.distance),
        "a pair of sensors has one distance", "remove one of the lines");
}

RoadList roads_between(const CsvTable& table, const ListForm& form, const ListNames& names) {
    RoadList list;
    for (std::size_t row = form.first_row; row < table.rows.size(); ++row) {
        const CsvRow& fields = table.rows[row];
        const auto from = names.sensors.find(fields[form.from]);
        const auto to = names.sensors.find(fields[form.to]);
        if (from == names.sensors.end() || to == names.sensors.end()) continue;
        const double distance = read_distance(table, row, form);
        insert(list, table, {from->second, to->second}, {distance, row});
    }
    return list;
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
    throw Error(ErrorKind::data,
                fmt::format("{} of the {} sensors are not in the distance list '{}': {}",
                            unknown.size(), sensor_ids.size(), table.path, first_ten(unknown)),
                "every sensor must be named in a pair of two sensors of the traffic file",
                "add their distances; a sensor without roads gets the row id,id,0");
}

// A road that the list has in one direction only is put in the other as well.
std::size_t mirror(Roads& roads) {
    Roads back;
    for (const auto& [pair, road] : roads)
        if (const std::pair<std::int64_t, std::int64_t> turned{pair.second, pair.first};
            roads.count(turned) == 0)
            back.insert({turned, road});
    roads.insert(back.begin(), back.end());
    return back.size();
}

double deviation_of(const Roads& roads) {
    return deviation(roads.size(), [&](auto&& use) {
        for (const auto& entry : roads) use(entry.second.distance);
    });
}

std::vector<std::string> notes_of(const ListNames& names, const RoadList& list, bool undirected,
                                  std::size_t mirrored) {
    std::vector<std::string> notes;
    if (!names.note.empty()) notes.push_back(names.note);
    if (list.repeated > 0)
        notes.push_back(
            fmt::format("{} rows of the distance list repeat a pair with its distance; "
                        "each counts once",
                        list.repeated));
    if (undirected)
        notes.push_back(
            fmt::format("{} roads of the graph had one direction and now have both", mirrored));
    return notes;
}

}  // namespace

double read_distance(const CsvTable& table, std::size_t row, const ListForm& form) {
    const CsvRow& fields = table.rows[row];
    const auto distance = read_number(fields[form.cost]);
    if (distance && std::isfinite(*distance) && *distance >= 0) return *distance;
    throw Error(ErrorKind::data,
                fmt::format("the distance from sensor {} to {} in line {} of '{}' is '{}'",
                            fields[form.from], fields[form.to], table.lines[row], table.path,
                            fields[form.cost]),
                "a distance is a number, 0 or more",
                "mend the line, or leave it out where there is no road");
}

Adjacency weights_of_distances(const CsvTable& table, const ListForm& form,
                               const GraphOptions& options,
                               const std::vector<std::string>& sensor_ids) {
    require(options.max_distance == 0, ErrorKind::usage,
            fmt::format("--max-distance {} has no meaning for the distance list '{}'",
                        options.max_distance, table.path),
            "it limits the distances between sensor locations", "leave it away");
    const ListNames names = names_of_list(table, form, options, sensor_ids);
    RoadList list = roads_between(table, form, names);
    require_all_known(table, list.roads, sensor_ids);
    const std::size_t mirrored = options.undirected ? mirror(list.roads) : 0;
    const bool given = options.graph_sigma > 0;
    const GaussianKernel kernel{given ? options.graph_sigma : deviation_of(list.roads),
                                options.graph_threshold};
    require(kernel.sigma > 0, ErrorKind::data,
            fmt::format("the distances in '{}' give no width for the Gaussian kernel", table.path),
            "all of them are equal, so their deviation is 0", "give a width with --graph-sigma");
    const auto sensors = static_cast<std::int64_t>(sensor_ids.size());
    std::vector<double> weights(sensor_ids.size() * sensor_ids.size(), 0.0);
    for (const auto& [pair, road] : list.roads)
        weights[static_cast<std::size_t>(pair.first * sensors + pair.second)] =
            kernel.weight(road.distance);
    Adjacency adjacency = adjacency_from_values(
        weights, sensors,
        fmt::format("distance list {}, {} pairs of the {} sensors, sigma {:.6g} ({}), threshold {}",
                    table.path, list.roads.size(), sensors, kernel.sigma,
                    given ? "given" : "computed", options.graph_threshold));
    adjacency.notes = notes_of(names, list, options.undirected, mirrored);
    return adjacency;
}

}  // namespace dcrnn
