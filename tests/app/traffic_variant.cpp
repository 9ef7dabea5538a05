// traffic_variant KIND FILE: writes a small traffic file, sound or with one thing wrong, for the
// tests of the real program.

#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <string>

namespace {

using dcrnn::TrafficContent;

constexpr std::size_t kSensors = 8, kStepsPerDay = 288, kDays = 3;

// Speeds that dip in the morning, later at every next sensor; some readings are missing (0).
double speed(std::size_t row, std::size_t sensor) {
    if ((row * 31 + sensor * 17) % 97 == 0) return 0;
    const double hour = 24.0 * static_cast<double>(row % kStepsPerDay) / kStepsPerDay;
    const double peak = 8 + 0.1 * static_cast<double>(sensor);
    const double jam = std::exp(-std::pow((hour - peak) / 1.5, 2));
    const double ripple = std::sin(0.7 * static_cast<double>(row + 3 * sensor));
    return 60 - 30 * jam + ripple;
}

TrafficContent plain() {
    TrafficContent content;
    content.feature_names = {"speed"};
    content.feature_units = {"mph"};
    for (std::size_t s = 0; s < kSensors; ++s)
        content.sensor_ids.push_back("s" + std::to_string(s));
    for (std::size_t row = 0; row < kDays * kStepsPerDay; ++row) {
        content.timestamps.push_back(1330560000 + 300 * static_cast<std::int64_t>(row));
        for (std::size_t s = 0; s < kSensors; ++s) content.values.push_back(speed(row, s));
    }
    content.adjacency.assign(kSensors * kSensors, 0);
    for (std::size_t s = 0; s < kSensors; ++s) {
        content.adjacency[s * kSensors + s] = 1;
        content.adjacency[s * kSensors + (s + 1) % kSensors] = 0.5;
        content.adjacency[s * kSensors + (s + 3) % kSensors] = 0.2;
    }
    return content;
}

void cut(TrafficContent& content, std::size_t rows) {
    content.timestamps.resize(rows);
    content.values.resize(rows * kSensors);
}

void double_features(TrafficContent& content) {
    content.feature_names.emplace_back("flow");
    content.feature_units.emplace_back("1/h");
    std::vector<double> values;
    for (const double value : content.values) values.insert(values.end(), {value, 10 * value});
    content.values = values;
}

// The readings of a share of the rows.
void lose(TrafficContent& content, double from, double to) {
    const auto rows = static_cast<double>(content.timestamps.size());
    const auto at = [&](double share) {
        return content.values.begin() +
               static_cast<std::ptrdiff_t>(share * rows) * static_cast<std::ptrdiff_t>(kSensors);
    };
    std::fill(at(from), at(to), 0);
}

const double kNan = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();

const std::map<std::string, std::function<void(TrafficContent&)>> kVariants = {
    {"plain", [](TrafficContent&) {}},
    {"faster",
     [](TrafficContent& c) {
         for (auto& value : c.values) value += value == 0 ? 0 : 1;
     }},
    {"no_graph", [](TrafficContent& c) { c.adjacency.clear(); }},
    {"unsorted", [](TrafficContent& c) { std::swap(c.timestamps[100], c.timestamps[101]); }},
    {"repeated_times", [](TrafficContent& c) { c.timestamps[101] = c.timestamps[100]; }},
    {"all_missing", [](TrafficContent& c) { c.values.assign(c.values.size(), 0); }},
    {"no_validation", [](TrafficContent& c) { lose(c, 0.69, 0.81); }},
    {"no_test", [](TrafficContent& c) { lose(c, 0.79, 1); }},
    {"nan", [](TrafficContent& c) { c.values[5 * kSensors + 2] = kNan; }},
    {"infinite", [](TrafficContent& c) { c.values[700 * kSensors + 3] = kInfinity; }},
    {"repeated_ids", [](TrafficContent& c) { c.sensor_ids[6] = "s2"; }},
    {"overflowing",
     [](TrafficContent& c) { std::fill_n(c.values.begin() + 300 * kSensors, kSensors, 3e38); }},
    {"short", [](TrafficContent& c) { cut(c, 5); }},
    {"newest", [](TrafficContent& c) { cut(c, 12); }},
    {"gap_at_end", [](TrafficContent& c) { c.timestamps.back() += 3600; }},
    {"other_sensors", [](TrafficContent& c) { c.sensor_ids[4] = "new"; }},
    {"other_order", [](TrafficContent& c) { std::swap(c.sensor_ids[1], c.sensor_ids[5]); }},
    {"two_features", double_features},
    {"hourly",
     [](TrafficContent& c) {
         for (std::size_t i = 0; i < c.timestamps.size(); ++i)
             c.timestamps[i] = 3600 * static_cast<std::int64_t>(i);
     }},
    {"altered", [](TrafficContent& c) { c.values[300 * kSensors] += 1; }},
    {"negative_graph", [](TrafficContent& c) { c.adjacency[1] = -0.5; }},
};

// Every value as it stands: write_traffic_file would mask a NaN.
void write(const std::string& path, const TrafficContent& content) {
    const auto rows = static_cast<std::int64_t>(content.timestamps.size());
    const auto features = static_cast<std::int64_t>(content.feature_names.size());
    const std::int64_t sensors = kSensors;
    auto file = dcrnn::Hdf5File::create(path);
    file.write("values", {rows, sensors, features}, content.values.data());
    file.write("timestamps", {rows}, content.timestamps.data());
    file.write_strings("sensor_ids", content.sensor_ids);
    file.write_strings("feature_names", content.feature_names);
    file.write_strings("feature_units", content.feature_units);
    if (!content.adjacency.empty())
        file.write("adjacency", {sensors, sensors}, content.adjacency.data());
    file.finish();
}

}  // namespace

int main(int argc, char** argv) {
    const auto variant = argc == 3 ? kVariants.find(argv[1]) : kVariants.end();
    if (variant == kVariants.end()) {
        std::cerr << "usage: traffic_variant KIND FILE\n";
        return 2;
    }
    TrafficContent content = plain();
    variant->second(content);
    write(argv[2], content);
    return 0;
}
