#include "list_names.hpp"

#include "dcrnn/error.hpp"
#include "id_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace dcrnn {
namespace {

using Index = std::unordered_map<std::string, std::int64_t>;

Index index_of(const std::vector<std::string>& ids) {
    Index index;
    for (const auto& id : ids) index.emplace(id, static_cast<std::int64_t>(index.size()));
    return index;
}

template <class Condition>
bool any_name(const CsvTable& table, const ListForm& form, Condition&& condition) {
    return std::any_of(
        table.rows.begin() + static_cast<std::ptrdiff_t>(form.first_row), table.rows.end(),
        [&](const CsvRow& row) { return condition(row[form.from]) || condition(row[form.to]); });
}

bool names_any(const CsvTable& table, const ListForm& form, const Index& index) {
    return any_name(table, form, [&](const std::string& name) { return index.count(name) > 0; });
}

// Whether all names are numbers below `count`.
bool are_places(const CsvTable& table, const ListForm& form, std::size_t count) {
    return !any_name(table, form, [&](const std::string& name) {
        std::size_t place = 0;
        const char* const end = name.data() + name.size();
        const auto [stop, error] = std::from_chars(name.data(), end, place);
        return error != std::errc() || stop != end || place >= count ||
               name != std::to_string(place);
    });
}

// The .txt of the same name, if there is one.
std::string id_file_beside(const std::string& path) {
    const auto beside = std::filesystem::path(path).replace_extension(".txt");
    std::error_code ignored;
    const bool exists = beside != path && std::filesystem::is_regular_file(beside, ignored);
    return exists ? beside.string() : "";
}

// The sensors under the ids of a file: their own, or those that the readings lack.
ListNames names_by_file(const std::string& path, const std::vector<std::string>& node_ids,
                        const std::vector<std::string>& sensor_ids) {
    const bool counted = are_counted(sensor_ids) && !are_counted(node_ids);
    if (!counted) return {index_of(sensor_ids), ""};
    require(node_ids.size() == sensor_ids.size(), ErrorKind::data,
            fmt::format("'{}' holds {} ids", path, node_ids.size()),
            fmt::format("the readings have {} sensors, and no ids but 0 to {}", sensor_ids.size(),
                        sensor_ids.size() - 1),
            "give the ids of these sensors with --graph-ids");
    return {index_of(node_ids), fmt::format("the sensors have the ids of {}, in its order", path)};
}

// The names are places in the list of ids.
ListNames names_by_place(const ListNames& names, const std::vector<std::string>& node_ids) {
    ListNames places;
    for (std::size_t i = 0; i < node_ids.size(); ++i)
        if (const auto sensor = names.sensors.find(node_ids[i]); sensor != names.sensors.end())
            places.sensors.emplace(std::to_string(i), sensor->second);
    places.note =
        fmt::format("the names in the distance list are places, from 0 to {}", node_ids.size() - 1);
    return places;
}

}  // namespace

ListNames names_of_list(const CsvTable& table, const ListForm& form, const GraphOptions& options,
                        const std::vector<std::string>& sensor_ids) {
    ListNames names{index_of(sensor_ids), ""};
    if (names_any(table, form, names.sensors)) return names;
    std::string id_file = options.graph_ids;
    if (id_file.empty() && are_counted(sensor_ids)) id_file = id_file_beside(table.path);
    const auto node_ids = id_file.empty() ? sensor_ids : read_id_file(id_file);
    if (!id_file.empty()) names = names_by_file(id_file, node_ids, sensor_ids);
    if (names_any(table, form, names.sensors)) return names;
    return are_places(table, form, node_ids.size()) ? names_by_place(names, node_ids) : names;
}

}  // namespace dcrnn
