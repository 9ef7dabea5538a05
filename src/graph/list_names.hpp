#pragma once
// Which sensor of the readings a name in a distance list means.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "distance_list.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace dcrnn {

struct ListNames {
    std::unordered_map<std::string, std::int64_t> sensors;  // by name
    std::string note;  // when the names are not the readings' own ids
};

// The names are the ids of the readings. Where none is, they may be places (0, 1, 2, ...): of the
// ids in --graph-ids, or of the sensors. And where the readings only count their sensors, the ids
// of --graph-ids, or of the .txt beside the list, say which is which. Throws Error(data) when the
// id file cannot be read or does not fit.
ListNames names_of_list(const CsvTable& table, const ListForm& form, const GraphOptions& options,
                        const std::vector<std::string>& sensor_ids);

}  // namespace dcrnn
