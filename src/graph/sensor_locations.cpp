#include "sensor_locations.hpp"

#include "dcrnn/error.hpp"
#include "gaussian_kernel.hpp"
#include "id_text.hpp"
#include "table_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace dcrnn {
namespace {

constexpr double kEarthRadius = 6371008.8;  // metres, the mean one of the IUGG
constexpr double kRadians = 3.14159265358979323846 / 180;

using Point = std::array<double, 3>;  // on the globe of radius 1

Point point_at(double latitude, double longitude) {
    const double ring = std::cos(latitude * kRadians);
    return {ring * std::cos(longitude * kRadians), ring * std::sin(longitude * kRadians),
            std::sin(latitude * kRadians)};
}

// By the chord, which stays exact for neighbours where the cosine of the angle does not.
double distance(const Point& a, const Point& b) {
    const double chord = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    return 2 * kEarthRadius * std::asin(std::min(1.0, chord / 2));
}

double read_angle(const CsvTable& table, std::size_t row, std::size_t column, double most) {
    const std::string& field = table.rows[row][column];
    const auto angle = read_number(field);
    if (angle && std::abs(*angle) <= most) return *angle;
    throw Error(ErrorKind::data,
                fmt::format("line {}, column {} of the sensor locations '{}' is '{}'",
                            table.lines[row], column + 1, table.path, field),
                fmt::format("it must be degrees from -{} to {}", most, most),
                "mend the file; latitude and longitude may have changed places");
}

// The points of the sensors, in their order.
std::vector<Point> read_points(const CsvTable& table, const LocationForm& form,
                               const std::unordered_map<std::string, std::size_t>& index) {
    std::vector<Point> points(index.size());
    std::vector<std::size_t> rows(index.size(), 0);  // counted from 1; 0: none yet
    for (std::size_t row = form.first_row; row < table.rows.size(); ++row) {
        const auto sensor = index.find(table.rows[row][form.id]);
        if (sensor == index.end()) continue;
        std::size_t& known = rows[sensor->second];
        require(known == 0, ErrorKind::data,
                fmt::format("sensor {} has two locations in '{}'", sensor->first, table.path),
                fmt::format("in line {} and before", table.lines[row]), "remove one of the lines");
        known = row + 1;
        points[sensor->second] = point_at(read_angle(table, row, form.latitude, 90),
                                          read_angle(table, row, form.longitude, 180));
    }
    std::vector<std::string> missing;
    for (const auto& [id, sensor] : index)
        if (rows[sensor] == 0) missing.push_back(id);
    std::sort(missing.begin(), missing.end());
    require(missing.empty(), ErrorKind::data,
            fmt::format("{} of the {} sensors are not in the sensor locations '{}': {}",
                        missing.size(), index.size(), table.path, first_ten(missing)),
            "every sensor needs its place", "add them, or give the file of these sensors");
    return points;
}

// Readings that only count their sensors take the locations in the file's order.
std::unordered_map<std::string, std::size_t> index_of(const CsvTable& table,
                                                      const LocationForm& form,
                                                      const std::vector<std::string>& sensor_ids,
                                                      std::vector<std::string>& notes) {
    std::unordered_map<std::string, std::size_t> index, by_place;
    for (const auto& id : sensor_ids) index.emplace(id, index.size());
    for (std::size_t row = form.first_row; row < table.rows.size(); ++row) {
        const std::string& id = table.rows[row][form.id];
        if (index.count(id) > 0) return index;
        by_place.emplace(id, by_place.size());
    }
    if (!are_counted(sensor_ids) || by_place.size() != sensor_ids.size()) return index;
    notes.push_back(
        "the sensors are those of the locations, in their order, as the readings have "
        "no ids");
    return by_place;
}

// Calls use(from, to, metres) for all pairs that are near enough, a sensor's own among them.
template <class Use>
void for_each_near(const std::vector<Point>& points, double most, Use&& use) {
    for (std::size_t from = 0; from < points.size(); ++from) {
        for (std::size_t to = 0; to < points.size(); ++to) {
            const double metres = distance(points[from], points[to]);
            if (metres <= most) use(from, to, metres);
        }
    }
}

}  // namespace

Adjacency weights_of_locations(const CsvTable& table, const LocationForm& form,
                               const GraphOptions& options,
                               const std::vector<std::string>& sensor_ids) {
    require(options.max_distance > 0, ErrorKind::usage,
            fmt::format("'{}' holds sensor locations", table.path),
            "neighbours are those up to a distance, which is not given",
            "give it in metres, such as --max-distance 5000");
    std::vector<std::string> notes;
    const auto points = read_points(table, form, index_of(table, form, sensor_ids, notes));
    std::size_t pairs = 0;
    for_each_near(points, options.max_distance, [&](auto, auto, double) { ++pairs; });
    const bool given = options.graph_sigma > 0;
    const auto deviation_of_pairs = [&] {
        return deviation(pairs, [&](auto&& use) {
            for_each_near(points, options.max_distance,
                          [&](auto, auto, double metres) { use(metres); });
        });
    };
    const GaussianKernel kernel{given ? options.graph_sigma : deviation_of_pairs(),
                                options.graph_threshold};
    require(kernel.sigma > 0, ErrorKind::data,
            fmt::format("no two different sensors of '{}' are within {} metres of one another",
                        table.path, options.max_distance),
            "their distances give no width for the Gaussian kernel",
            "give a larger --max-distance, or a width with --graph-sigma");
    std::vector<double> weights(points.size() * points.size(), 0.0);
    for_each_near(points, options.max_distance, [&](std::size_t from, std::size_t to, double m) {
        weights[from * points.size() + to] = kernel.weight(m);
    });
    Adjacency adjacency = adjacency_from_values(
        weights, static_cast<std::int64_t>(points.size()),
        fmt::format("sensor locations {}, {} pairs of the {} sensors within {} metres, sigma "
                    "{:.6g} ({}), threshold {}",
                    table.path, pairs, points.size(), options.max_distance, kernel.sigma,
                    given ? "given" : "computed", options.graph_threshold));
    adjacency.notes = notes;
    return adjacency;
}

}  // namespace dcrnn
