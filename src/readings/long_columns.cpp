#include "long_columns.hpp"

#include "dcrnn/error.hpp"
#include "given_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace dcrnn {
namespace {

using Names = std::set<std::string>;

const Names& time_names() {
    static const Names kNames{"time",      "timestamp", "datetime", "date_time",
                              "date time", "date",      "t"};
    return kNames;
}

const Names& id_names() {
    static const Names kNames{"sensor", "sensor_id",  "sensorid", "id",          "station",
                              "detid",  "station_id", "detector", "detector_id", "entity_id",
                              "node",   "node_id",    "location", "location_id", "segment",
                              "link",   "segment_id", "link_id"};
    return kNames;
}

// Numbers of lines and words that say nothing.
const Names& idle_names() {
    static const Names kNames{"", "index", "unnamed: 0", "dyna_id", "type"};
    return kNames;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::optional<std::size_t> find_named(const CsvLine& header, const Names& names) {
    for (std::size_t i = 0; i < header.cells.size(); ++i)
        if (names.count(lower(header.cells[i])) > 0) return i;
    return std::nullopt;
}

std::size_t require_named(const std::string& path, const CsvLine& header, const char* option,
                          const std::string& name) {
    const auto place = std::find(header.cells.begin(), header.cells.end(), name);
    require(place != header.cells.end(), ErrorKind::usage,
            fmt::format("'{}' has no column '{}', which --{} names", path, name, option),
            fmt::format(
                "its first line is {}",
                fmt::join(header.cells.begin(),
                          header.cells.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(
                                                     10, header.cells.size())),
                          ",")),
            "give a name of the first line");
    return static_cast<std::size_t>(place - header.cells.begin());
}

}  // namespace

std::optional<LongColumns> find_long_columns(const std::string& path, const CsvLine& header,
                                             const SourceOptions& options) {
    const auto choose = [&](const char* option, const std::string& name, const Names& names) {
        return name.empty() ? find_named(header, names)
                            : std::optional(require_named(path, header, option, name));
    };
    const auto time = choose("times", options.times, time_names());
    if (!time || (options.ids.empty() && !find_named(header, id_names()))) return std::nullopt;
    LongColumns columns;
    columns.width = header.cells.size();
    columns.time = *time;
    columns.id = *choose("ids", options.ids, id_names());
    for (const std::string& name : split_names(options.values))
        columns.values.push_back(require_named(path, header, "values", name));
    for (std::size_t i = 0; options.values.empty() && i < columns.width; ++i)
        if (i != columns.time && i != columns.id && idle_names().count(lower(header.cells[i])) == 0)
            columns.values.push_back(i);
    for (const std::size_t column : columns.values) columns.names.push_back(header.cells[column]);
    require(!columns.values.empty(), ErrorKind::data,
            fmt::format("'{}' has no column of readings", path),
            "only a time and a sensor stand in each line", "give a file with readings in it");
    return columns;
}

}  // namespace dcrnn
