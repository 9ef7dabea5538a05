#include "node_match.hpp"

#include "dcrnn/error.hpp"
#include "id_text.hpp"

#include <fmt/format.h>

#include <numeric>
#include <unordered_map>

namespace dcrnn {
namespace {

std::vector<std::int64_t> in_order(std::int64_t count) {
    std::vector<std::int64_t> places(static_cast<std::size_t>(count));
    std::iota(places.begin(), places.end(), std::int64_t{0});
    return places;
}

std::unordered_map<std::string, std::int64_t> places_of(const std::vector<std::string>& ids,
                                                        const std::string& origin) {
    std::unordered_map<std::string, std::int64_t> places;
    std::vector<std::string> repeated;
    for (const auto& id : ids)
        if (!places.emplace(id, static_cast<std::int64_t>(places.size())).second)
            repeated.push_back(id);
    require(repeated.empty(), ErrorKind::data, fmt::format("{} names sensors twice", origin),
            fmt::format("repeated: {}", first_ten(repeated)), "give each sensor one row");
    return places;
}

[[noreturn]] void fail_other_sensors(const std::vector<std::string>& node_ids,
                                     const std::vector<std::string>& sensor_ids,
                                     const std::string& origin) {
    const auto missing = ids_without(sensor_ids, node_ids);
    const auto extra = ids_without(node_ids, sensor_ids);
    std::string reason;
    if (!missing.empty())
        reason = fmt::format("not in the graph: {} ({})", first_ten(missing), missing.size());
    if (!extra.empty())
        reason += fmt::format("{}not in the readings: {} ({})", reason.empty() ? "" : "; ",
                              first_ten(extra), extra.size());
    throw Error(ErrorKind::data,
                fmt::format("{} has other sensors than the readings ({} there, {} here)", origin,
                            node_ids.size(), sensor_ids.size()),
                reason, "give the graph of these sensors");
}

}  // namespace

NodeMatch match_nodes(const std::vector<std::string>& node_ids, std::int64_t nodes,
                      const std::vector<std::string>& sensor_ids, const std::string& origin) {
    const bool as_many = nodes == static_cast<std::int64_t>(sensor_ids.size());
    if (as_many && (node_ids.empty() || node_ids == sensor_ids)) return {in_order(nodes), ""};
    require(!node_ids.empty(), ErrorKind::data,
            fmt::format("{} is {} x {}, the readings have {} sensors", origin, nodes, nodes,
                        sensor_ids.size()),
            "it has no ids, so its rows must be these sensors in this order",
            "give the graph of these sensors, or its ids with --graph-ids");
    const auto places = places_of(node_ids, origin);
    NodeMatch match;
    for (const auto& id : sensor_ids)
        if (const auto place = places.find(id); place != places.end())
            match.nodes.push_back(place->second);
    if (match.nodes.empty() && as_many && (are_counted(node_ids) || are_counted(sensor_ids)))
        return {in_order(nodes),
                fmt::format("sensors and graph are matched by their places, as the {} have no ids "
                            "but 0 to {}",
                            are_counted(sensor_ids) ? "readings" : "rows of the graph", nodes - 1)};
    if (match.nodes.size() != sensor_ids.size() || !as_many)
        fail_other_sensors(node_ids, sensor_ids, origin);
    match.note = "the graph has its sensors in another order than the readings; it was reordered";
    return match;
}

}  // namespace dcrnn
