#pragma once
// From the places of sensors on the globe to weights.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/graph/adjacency.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

// Where the rows begin and the fields stand: latitude and longitude in degrees.
struct LocationForm {
    std::size_t first_row = 0;
    std::size_t id = 0, latitude = 1, longitude = 2;
};

// Whether a table holds sensor locations: a header names latitude, longitude and an id; or, without
// a header, the rows are (index,) id, latitude, longitude by their ranges and digits.
std::optional<LocationForm> location_form(const CsvTable& table);

// Great-circle distances up to options.max_distance metres, each sensor's own 0 included, become
// weights as those of a distance list do. Locations of other sensors are left out. Throws
// Error(data): a sensor without location or with two, a place that is not on the globe.
Adjacency weights_of_locations(const CsvTable& table, const LocationForm& form,
                               const GraphOptions& options,
                               const std::vector<std::string>& sensor_ids);

}  // namespace dcrnn
