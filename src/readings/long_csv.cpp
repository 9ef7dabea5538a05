// Long CSV: one line for each time and sensor, in any order. LibCity's .dyna is such a file.

#include "csv_cells.hpp"
#include "dcrnn/data/clock_change.hpp"
#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "long_columns.hpp"
#include "source_kinds.hpp"
#include "written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <unordered_map>
#include <utility>

namespace dcrnn {
namespace {

struct LongTable {
    std::vector<std::int64_t> times;     // of each line
    std::vector<std::uint32_t> sensors;  // of each line, in the order in which they first stand
    std::vector<double> values;          // [line, feature]
    std::vector<std::size_t> lines;      // their numbers in the file
    std::vector<std::string> ids, notes;
};

LongTable read_table(const std::string& path, char separator, const LongColumns& columns,
                     const SourceOptions& options) {
    LongTable table;
    TimeColumn times(path, options.date_order);
    std::unordered_map<std::string, std::uint32_t> places;
    bool header_seen = false;
    read_csv_rows(path, separator, [&](const CsvLine& line) {
        if (!header_seen) return header_seen = true;
        require(line.cells.size() == columns.width, ErrorKind::data,
                fmt::format("line {} of '{}' has {} cells", line.number, path, line.cells.size()),
                fmt::format("the first line has {}", columns.width),
                "complete or remove the line; a missing reading is an empty cell");
        times.add(line.cells[columns.time], line.number);
        const std::string& id = line.cells[columns.id];
        require(!id.empty(), ErrorKind::data,
                fmt::format("line {} of '{}' names no sensor", line.number, path), "",
                "complete or remove the line");
        const auto [place, fresh] =
            places.emplace(id, static_cast<std::uint32_t>(table.ids.size()));
        if (fresh) table.ids.push_back(id);
        table.sensors.push_back(place->second);
        table.lines.push_back(line.number);
        for (std::size_t i = 0; i < columns.values.size(); ++i)
            table.values.push_back(
                reading_in(line.cells[columns.values[i]], separator == ';',
                           CellPlace{path, line.number, columns.values[i] + 1, columns.names[i]}));
        return true;
    });
    require(!table.lines.empty(), ErrorKind::data, fmt::format("'{}' holds no readings", path),
            "there is only a header", "give the whole table");
    table.times = times.finish();
    table.notes = times.notes();
    return table;
}

// A table in which each line has its own time and its own sensor would make a series of a size that
// is the square of the file's.
void require_filled(const std::string& path, std::size_t lines, std::size_t rows,
                    std::size_t sensors) {
    constexpr double kAlways = 1 << 20, kMostOfOneLine = 50;
    const double cells = static_cast<double>(rows) * static_cast<double>(sensors);
    require(cells <= kAlways + kMostOfOneLine * static_cast<double>(lines), ErrorKind::data,
            fmt::format("'{}' is nearly empty", path),
            fmt::format("{} lines for {} times of {} sensors", lines, rows, sensors),
            "check that --times and --ids name the right columns, or leave sensors out");
}

// A sensor may say an hour of a clock change twice; then the first pass counts.
void require_clock_change(const std::string& path, const LongTable& table, std::uint32_t sensor,
                          std::size_t line) {
    std::vector<std::int64_t> times;
    for (std::size_t i = 0; i < table.times.size(); ++i)
        if (table.sensors[i] == sensor) times.push_back(table.times[i]);
    try {
        keep_ascending(times, path);
    } catch (const Error& error) {
        throw Error(ErrorKind::data,
                    fmt::format("line {} of '{}' says a second time what sensor '{}' read", line,
                                path, table.ids[sensor]),
                    "each time and sensor may stand once, but for the hour of an autumn clock "
                    "change in a file that is in order",
                    "remove one of the lines");
    }
}

std::vector<double> arrange(const std::string& path, LongTable& table,
                            const std::vector<std::int64_t>& rows, std::size_t features) {
    const std::size_t sensors = table.ids.size();
    std::vector<double> values(rows.size() * sensors * features, std::nan(""));
    std::vector<bool> taken(rows.size() * sensors, false);
    std::set<std::uint32_t> repeating;
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < table.times.size(); ++i) {
        const auto row = static_cast<std::size_t>(
            std::lower_bound(rows.begin(), rows.end(), table.times[i]) - rows.begin());
        const std::size_t place = row * sensors + table.sensors[i];
        if (taken[place]) {
            if (repeating.insert(table.sensors[i]).second)
                require_clock_change(path, table, table.sensors[i], table.lines[i]);
            ++repeated;
            continue;
        }
        taken[place] = true;
        std::copy_n(table.values.begin() + static_cast<std::ptrdiff_t>(i * features), features,
                    values.begin() + static_cast<std::ptrdiff_t>(place * features));
    }
    const auto absent = std::count(taken.begin(), taken.end(), false);
    if (absent > 0)
        table.notes.push_back(
            fmt::format("{} of {} times and sensors have no line: missing", absent, taken.size()));
    if (repeated > 0)
        table.notes.push_back(fmt::format(
            "{} lines repeat the hour of a clock change: the first pass is kept", repeated));
    return values;
}

}  // namespace

TrafficSource long_csv_source(const std::string& path, const LongColumns& columns,
                              const DataOptions& options) {
    LongTable table = read_table(path, csv_separator(path), columns, options.source);
    std::vector<std::int64_t> rows = table.times;
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    require_filled(path, table.lines.size(), rows.size(), table.ids.size());
    const std::size_t features = columns.values.size();
    TrafficSource source;
    source.path = path;
    source.layout = std::filesystem::path(path).extension() == ".dyna" ? "LibCity" : "long CSV";
    std::vector<double> values = arrange(path, table, rows, features);
    source.notes = std::move(table.notes);
    source.feature_names = feature_names(options.source, columns.names, path);
    source.feature_units.assign(features, "");
    source.timestamps = std::move(rows);
    source.rows =
        rows_in_memory(std::move(values), static_cast<std::int64_t>(table.ids.size() * features));
    source.sensor_ids = std::move(table.ids);
    return source;
}

}  // namespace dcrnn
