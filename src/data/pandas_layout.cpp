#include "dcrnn/error.hpp"
#include "traffic_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

namespace dcrnn {
namespace {

[[noreturn]] void refuse(const Hdf5File& file, const std::string& key, const std::string& what) {
    throw Error(ErrorKind::data,
                fmt::format("cannot read the pandas group '{}' of '{}'", key, file.path()), what,
                "only a DataFrame in fixed format with one block of numbers and a time index is "
                "read; store it so with to_hdf(..., format='fixed')");
}

std::string text_attribute(const Hdf5File& file, const std::string& object,
                           const std::string& name) {
    return file.has_attribute(object, name) ? file.read_text_attribute(object, name) : "";
}

bool is_pandas(const Hdf5File& file, const std::string& group) {
    return file.has_attribute(group, "pandas_type") ||
           (file.is_dataset(group + "/axis0") && file.is_dataset(group + "/axis1"));
}

// Groups that pandas wrote, at any depth.
std::vector<std::string> pandas_groups(const Hdf5File& file) {
    std::vector<std::string> found;
    const auto is_inside = [](const std::string& path, const std::string& group) {
        return path.compare(0, group.size() + 1, group + "/") == 0;
    };
    for (const std::string& path : file.all_paths()) {
        if (!found.empty() && is_inside(path, found.back())) continue;
        if (file.has(path) && !file.is_dataset(path) && is_pandas(file, path))
            found.push_back(path);
    }
    return found;
}

std::string list(const std::vector<std::string>& names) {
    return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

std::string choose_group(const Hdf5File& file, const std::string& key) {
    const auto groups = pandas_groups(file);
    const auto has = [&](const std::string& name) {
        return std::find(groups.begin(), groups.end(), name) != groups.end();
    };
    const std::string wanted = key.substr(std::min(key.find_first_not_of('/'), key.size()));
    if (has(wanted)) return wanted;
    require(key.empty(), ErrorKind::data,
            fmt::format("'{}' has no pandas group '{}'", file.path(), key),
            fmt::format("it holds {}", list(groups.empty() ? file.children("/") : groups)),
            "choose one of these with --key");
    require(!groups.empty(), ErrorKind::data,
            fmt::format("'{}' holds no traffic data", file.path()),
            fmt::format("it holds {}", list(file.children("/"))),
            "give a file with values, timestamps and sensor_ids (data/README.md) or a pandas "
            "DataFrame");
    if (has("df")) return "df";
    require(groups.size() == 1, ErrorKind::data,
            fmt::format("'{}' holds several pandas groups", file.path()), list(groups),
            "choose one with --key");
    return groups.front();
}

void check_frame(const Hdf5File& file, const std::string& key) {
    const std::string type = text_attribute(file, key, "pandas_type");
    if (type == "frame_table" || type == "series_table" || type == "appendable_frame")
        refuse(file, key, "it is stored in table format");
    if (!type.empty() && type != "frame") refuse(file, key, fmt::format("it is a {}", type));
    for (const char* axis : {"axis0", "axis1"})
        if (text_attribute(file, key, fmt::format("{}_variety", axis)) == "multi")
            refuse(file, key,
                   fmt::format("its {} have several levels",
                               axis == std::string("axis0") ? "columns" : "row labels"));
    if (file.has(key + "/block1_values"))
        refuse(file, key, "its columns are stored in several blocks, by type");
    for (const char* part : {"/axis0", "/axis1", "/block0_items", "/block0_values"})
        if (!file.is_dataset(key + part))
            refuse(file, key, fmt::format("it has no {}", std::string(part).substr(1)));
    const ElementKind element = file.info(key + "/block0_values").element;
    if (element != ElementKind::floating && element != ElementKind::integer)
        refuse(file, key, "its values are not numbers");
}

// Ticks of the time index per second. Pandas before 2 knew nanoseconds only and named no unit.
std::int64_t ticks_per_second(const Hdf5File& file, const std::string& key) {
    const std::string axis = key + "/axis1";
    const std::string kind = text_attribute(file, axis, "kind");
    const std::map<std::string, std::int64_t> units{{"datetime64", 1'000'000'000},
                                                    {"datetime64[ns]", 1'000'000'000},
                                                    {"datetime64[us]", 1'000'000},
                                                    {"datetime64[ms]", 1'000},
                                                    {"datetime64[s]", 1}};
    const auto unit = units.find(kind.substr(0, kind.find(',')) +
                                 (kind.find(',') == std::string::npos ? "" : "]"));
    const bool integers = file.info(axis).element == ElementKind::integer;
    if (unit == units.end() || !integers)
        refuse(file, key,
               fmt::format("its row labels are of kind '{}', not times",
                           kind.empty() ? "unknown" : kind));
    return unit->second;
}

std::vector<std::int64_t> read_timestamps(const Hdf5File& file, const std::string& key) {
    const std::int64_t ticks = ticks_per_second(file, key);
    auto timestamps = file.read<std::int64_t>(key + "/axis1");
    constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();
    const auto hole = std::find(timestamps.begin(), timestamps.end(), not_a_time);
    if (hole != timestamps.end())
        refuse(file, key, fmt::format("row {} has no time (NaT)", hole - timestamps.begin()));
    for (std::int64_t& time : timestamps)
        time = time / ticks - (time % ticks < 0 ? 1 : 0);  // rounded down, before 1970 as well
    check_seconds(file, key + "/axis1", timestamps);
    return timestamps;
}

// Where in the block each column of the frame stands; empty when in order.
std::vector<std::int64_t> match_columns(const Hdf5File& file, const std::string& key,
                                        const std::vector<std::string>& columns) {
    const auto items = read_ids(file, key + "/block0_items");
    if (items == columns) return {};
    std::unordered_map<std::string, std::int64_t> places;
    for (const std::string& item : items)
        places.emplace(item, static_cast<std::int64_t>(places.size()));
    std::vector<std::int64_t> matched;
    for (const std::string& column : columns) {
        const auto place = places.find(column);
        if (place == places.end() || places.size() != columns.size())
            refuse(file, key,
                   fmt::format("axis0 names {} columns, block0_items {}, and '{}' is not in both",
                               columns.size(), items.size(), column));
        matched.push_back(place->second);
    }
    return matched;
}

}  // namespace

TrafficLayout read_pandas_layout(const Hdf5File& file, const std::string& key) {
    const std::string group = choose_group(file, key);
    check_frame(file, group);
    TrafficLayout layout;
    layout.name = fmt::format("pandas, group {}", group);
    layout.values = group + "/block0_values";
    layout.timestamps = read_timestamps(file, group);
    layout.sensor_ids = read_ids(file, group + "/axis0");
    require_shape(file, layout.values,
                  {static_cast<std::int64_t>(layout.timestamps.size()),
                   static_cast<std::int64_t>(layout.sensor_ids.size())},
                  "times of axis1 by columns of axis0");
    layout.columns = match_columns(file, group, layout.sensor_ids);
    layout.feature_names = {"value"};
    layout.feature_units = {""};
    if (file.has_attribute(group + "/axis1", "tz"))
        layout.notes.push_back(
            "the time index has a time zone: its times are taken as UTC, so the time of day is "
            "that of UTC and the clock changes do not show");
    return layout;
}

}  // namespace dcrnn
