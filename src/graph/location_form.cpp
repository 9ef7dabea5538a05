// What tells sensor locations from other tables.

#include "sensor_locations.hpp"
#include "table_field.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace dcrnn {
namespace {

// "id", "ID", "sensor_id", "station_id", but not "index".
bool is_id_name(const std::string& field) {
    const std::string_view end =
        std::string_view(field).substr(field.size() - std::min<std::size_t>(2, field.size()));
    return end == "id" || end == "ID" || end == "Id";
}

template <class Condition>
std::size_t find_column(const CsvRow& header, Condition&& condition) {
    return static_cast<std::size_t>(std::find_if(header.begin(), header.end(), condition) -
                                    header.begin());
}

std::optional<LocationForm> named_form(const CsvRow& header) {
    const auto named = [](std::string_view a, std::string_view b, std::string_view c) {
        return [=](const std::string& field) {
            return is_column_name(field, a) || is_column_name(field, b) || is_column_name(field, c);
        };
    };
    const LocationForm form{1, find_column(header, is_id_name),
                            find_column(header, named("latitude", "lat", "lat")),
                            find_column(header, named("longitude", "lon", "lng"))};
    if (std::max({form.id, form.latitude, form.longitude}) == header.size()) return std::nullopt;
    return form;
}

bool is_angle(const std::string& field, double most) {
    const auto angle = read_number(field);
    return angle && std::abs(*angle) <= most && field.find('.') != std::string::npos;
}

}  // namespace

std::optional<LocationForm> location_form(const CsvTable& table) {
    const CsvRow& first = table.rows[0];
    if (auto form = named_form(first)) return form;
    if (first.size() != 3 && first.size() != 4) return std::nullopt;
    // Behind the index, if there is one. A matrix of three or four rows is no list of places: its
    // first column would be an id with a fraction.
    const LocationForm form{0, first.size() - 3, first.size() - 2, first.size() - 1};
    const bool fits = std::all_of(table.rows.begin(), table.rows.end(), [&](const CsvRow& row) {
        return row.size() == first.size() && row[form.id].find('.') == std::string::npos &&
               is_angle(row[form.latitude], 90) && is_angle(row[form.longitude], 180);
    });
    return fits ? std::optional(form) : std::nullopt;
}

}  // namespace dcrnn
