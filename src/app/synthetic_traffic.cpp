#include "synthetic_traffic.hpp"

#include "synthetic_roads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dcrnn {
namespace {

constexpr std::int64_t kStepSeconds = 300;
constexpr std::int64_t kDayRows = 288;
constexpr double kHourRows = 12;
constexpr std::int64_t kStart = 1704067200;  // Monday, 2024-01-01 00:00

constexpr double kWaveSpeed = 12.0;       // km/h, of congestion against the traffic
constexpr double kIncidentsPerDay = 0.6;  // at each sensor
constexpr double kNoise = 2.5;            // km/h

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

double hour_of(std::int64_t row) { return static_cast<double>(row % kDayRows) / kHourRows; }
bool is_workday(std::int64_t row) { return row / kDayRows % 7 < 5; }

// 1 at the middle, 0 from `width` hours away on, smooth.
double bump(double hour, double middle, double width) {
    const double x = std::min(std::abs(hour - middle) / width, 1.0);
    return (1 - x * x) * (1 - x * x);
}

// How busy the city is, 0 to 1.
double demand(std::int64_t row) {
    const double hour = hour_of(row);
    if (!is_workday(row)) return 0.5 * bump(hour, 14.5, 7);
    return std::max(bump(hour, 8, 2.5), bump(hour, 17.5, 3));
}

// Shares of the free speed, [time, sensor].
class Speeds {
public:
    Speeds(std::int64_t rows, std::int64_t sensors)
        : rows_(rows), sensors_(sensors), shares_(at(rows * sensors), 1.0) {}

    std::int64_t rows() const { return rows_; }
    std::int64_t sensors() const { return sensors_; }
    double share(std::int64_t row, std::int64_t sensor) const {
        return shares_[at(row * sensors_ + sensor)];
    }
    void slow(std::int64_t row, std::int64_t sensor, double by) {
        if (row >= 0 && row < rows_) shares_[at(row * sensors_ + sensor)] *= 1 - by;
    }

private:
    std::int64_t rows_, sensors_;
    std::vector<double> shares_;
};

void add_rush_hours(Speeds& speeds, SeededRandom& random) {
    for (std::int64_t sensor = 0; sensor < speeds.sensors(); ++sensor) {
        const double strength = random.between(0.1, 0.3);
        for (std::int64_t row = 0; row < speeds.rows(); ++row) {
            speeds.slow(row, sensor, strength * demand(row));
        }
    }
}

// Congestion of one incident: the same pulse at each sensor, later and weaker the farther upstream.
void add_incident(Speeds& speeds, const SyntheticRoads& roads, std::int64_t row,
                  SeededRandom& random) {
    const std::int64_t place = random.below(speeds.sensors());
    const double depth = random.between(0.45, 0.75), reach = random.between(20, 36);
    const double ramp = 2, duration = random.between(9, 14);  // rows
    for (const Distance& sensor : roads.upstream(place, reach)) {
        const double fading = sensor.kilometres / reach;
        const double arrival =
            static_cast<double>(row) + sensor.kilometres / kWaveSpeed * kHourRows;
        const auto first = static_cast<std::int64_t>(std::ceil(arrival));
        for (std::int64_t r = first; static_cast<double>(r) < arrival + duration; ++r) {
            const double since = static_cast<double>(r) - arrival;
            const double rise = std::min({since / ramp, (duration - since) / ramp, 1.0});
            speeds.slow(r, sensor.sensor, depth * (1 - fading * fading) * rise);
        }
    }
}

// From two hours before the first row, so that the series does not begin with an empty city.
void add_incidents(Speeds& speeds, const SyntheticRoads& roads, SeededRandom& random) {
    const double mean = kIncidentsPerDay * static_cast<double>(speeds.sensors()) / kDayRows;
    for (std::int64_t row = -24; row < speeds.rows(); ++row) {
        const double busy = row < 0 ? 0 : demand(row);
        for (double expected = mean * (0.7 + 0.9 * busy); expected > 0; expected -= 1) {
            if (random.uniform() < expected) add_incident(speeds, roads, row, random);
        }
    }
}

std::vector<double> read_sensors(const Speeds& speeds, SeededRandom& random) {
    std::vector<double> free_speed(at(speeds.sensors()));
    for (double& speed : free_speed) speed = random.between(85, 105);
    std::vector<double> readings(at(speeds.rows() * speeds.sensors()));
    for (std::int64_t row = 0; row < speeds.rows(); ++row) {
        for (std::int64_t sensor = 0; sensor < speeds.sensors(); ++sensor) {
            const double speed = free_speed[at(sensor)] * speeds.share(row, sensor);
            const double reading = std::max(speed + kNoise * random.normal(), 3.0);
            readings[at(row * speeds.sensors() + sensor)] = std::round(10 * reading) / 10;
        }
    }
    return readings;
}

// One reading in 200, and for each sensor an outage of one to four hours every two weeks or so.
void lose_readings(std::vector<double>& readings, const Speeds& speeds, SeededRandom& random) {
    for (double& reading : readings) {
        if (random.uniform() < 0.005) reading = 0;
    }
    for (std::int64_t sensor = 0; sensor < speeds.sensors(); ++sensor) {
        for (std::int64_t day = 0; day < speeds.rows() / kDayRows; ++day) {
            const std::int64_t first = day * kDayRows + random.below(kDayRows);
            const std::int64_t end = std::min(first + 12 + random.below(37), speeds.rows());
            if (random.uniform() >= 1.0 / 14) continue;
            for (std::int64_t row = first; row < end; ++row) {
                readings[at(row * speeds.sensors() + sensor)] = 0;
            }
        }
    }
}

// Every ten days or so the recorder stands still for half an hour to two hours: those rows are not
// in the file at all.
std::vector<std::int64_t> recorded_rows(std::int64_t rows, SeededRandom& random) {
    std::vector<std::int64_t> kept;
    std::int64_t until = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        if (random.uniform() < 0.1 / kDayRows && row > 0) until = row + 6 + random.below(19);
        if (row >= until) kept.push_back(row);
    }
    return kept;
}

}  // namespace

TrafficContent make_synthetic_traffic(const SyntheticOptions& options) {
    SeededRandom random(options.seed);
    const SyntheticRoads roads(options.sensors, random);
    Speeds speeds(options.days * kDayRows, options.sensors);
    add_rush_hours(speeds, random);
    add_incidents(speeds, roads, random);
    std::vector<double> readings = read_sensors(speeds, random);
    lose_readings(readings, speeds, random);

    TrafficContent content;
    for (std::int64_t sensor = 0; sensor < options.sensors; ++sensor) {
        content.sensor_ids.push_back(fmt::format("S{:03}", sensor + 1));
    }
    content.feature_names = {"speed"};
    content.feature_units = {"km/h"};
    for (const std::int64_t row : recorded_rows(speeds.rows(), random)) {
        content.timestamps.push_back(kStart + row * kStepSeconds);
        const auto begin = readings.begin() + row * options.sensors;
        content.values.insert(content.values.end(), begin, begin + options.sensors);
    }
    content.adjacency = roads.adjacency();
    content.description =
        fmt::format("made-up traffic: {} sensors, {} days, seed {}; 0 is a missing reading",
                    options.sensors, options.days, options.seed);
    return content;
}

}  // namespace dcrnn
