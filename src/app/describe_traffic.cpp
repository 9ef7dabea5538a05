#include "dcrnn/data/calendar.hpp"
#include "dcrnn/data/timeline.hpp"
#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/graph/adjacency.hpp"
#include "describe_file.hpp"
#include "id_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dcrnn {
namespace {

struct FeatureFigures {
    std::int64_t readings = 0, nan = 0, zero = 0, infinite = 0;
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
    double sum = 0;  // of the finite ones that are not 0

    void add(double value) {
        ++readings;
        if (std::isnan(value)) {
            ++nan;
        } else if (std::isinf(value)) {
            ++infinite;
        } else if (value == 0) {
            ++zero;
        } else {
            smallest = std::min(smallest, value);
            largest = std::max(largest, value);
            sum += value;
        }
    }
};

double percent(std::int64_t part, std::int64_t all) {
    return 100 * static_cast<double>(part) / static_cast<double>(all);
}

std::string describe(const FeatureFigures& f, const std::string& name, const std::string& unit) {
    const std::int64_t others = f.readings - f.nan - f.zero - f.infinite;
    std::string text =
        fmt::format("  {}{}: {:.3f} % zero, {:.3f} % NaN", name, unit.empty() ? "" : " in " + unit,
                    percent(f.zero, f.readings), percent(f.nan, f.readings));
    if (f.infinite > 0) text += fmt::format(", {} infinite", f.infinite);
    text += others == 0 ? "; nothing else"
                        : fmt::format("; the rest from {:g} to {:g}, mean {:.4f}", f.smallest,
                                      f.largest, f.sum / static_cast<double>(others));
    return text + '\n';
}

// Block by block: a file may be larger than the memory.
std::vector<FeatureFigures> figures(const TrafficFile& file) {
    const auto& header = file.header();
    const auto features = static_cast<std::size_t>(header.features());
    const std::int64_t row_size = header.sensors() * header.features();
    const std::int64_t block =
        std::max<std::int64_t>(1, (1 << 20) / std::max<std::int64_t>(1, row_size));
    std::vector<FeatureFigures> all(features);
    std::vector<double> values;
    for (std::int64_t first = 0; first < header.rows(); first += block) {
        const std::int64_t count = std::min(block, header.rows() - first);
        values.resize(static_cast<std::size_t>(count * row_size));
        file.read_rows(first, count, values.data());
        for (std::size_t i = 0; i < values.size(); ++i) all[i % features].add(values[i]);
    }
    return all;
}

std::string describe_gaps(const Timeline& timeline) {
    constexpr std::size_t kShown = 5;
    std::string text = fmt::format("gaps        {}\n", timeline.gaps.size());
    for (std::size_t i = 0; i < std::min(kShown, timeline.gaps.size()); ++i)
        text += fmt::format("  {}\n", describe(timeline.gaps[i], timeline.step_seconds));
    if (timeline.gaps.size() > kShown)
        text += fmt::format("  and {} more\n", timeline.gaps.size() - kShown);
    return text;
}

std::string describe_graph_of(const TrafficFile& file) {
    const auto& header = file.header();
    if (!header.has_adjacency) return "not in the file; give one with --graph";
    try {
        const auto graph = adjacency_from_values(file.read_adjacency(), header.sensors(),
                                                 "the adjacency of the file");
        return fmt::format("in the file, {} weights not 0, {} sensor(s) without roads",
                           graph.nonzeros(), graph.isolated);
    } catch (const Error& error) {
        return fmt::format("in the file, but not usable: {}", error.what());
    }
}

}  // namespace

std::string describe_readings(const TrafficFile& file) {
    const TrafficHeader& header = file.header();
    const Timeline timeline = read_timeline(header.timestamps);
    std::string text = fmt::format(
        "{}: traffic file ({})\n"
        "shape       {} rows, {} sensors, {} feature(s)\n"
        "times       {} to {}, every {}\n",
        header.path, header.layout, header.rows(), header.sensors(), header.features(),
        format_time(header.timestamps.front()), format_time(header.timestamps.back()),
        format_minutes(timeline.step_seconds));
    for (const auto& note : header.notes) text += fmt::format("  {}\n", note);
    text += describe_gaps(timeline);
    text += fmt::format("sensors     {}\n", id_list(header.sensor_ids));
    text += fmt::format("graph       {}\n", describe_graph_of(file));
    text += "readings\n";
    const auto all = figures(file);
    for (std::size_t f = 0; f < all.size(); ++f)
        text += describe(all[f], header.feature_names[f], header.feature_units[f]);
    return text;
}

}  // namespace dcrnn
