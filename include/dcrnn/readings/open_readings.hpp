#pragma once
// Opens the files of readings that people have, whatever their format: data/README.md lists what is
// read of each. What the file is decides, not its name.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/traffic_file.hpp"

#include <string>
#include <vector>

namespace dcrnn {

// Sources: one file or folder, or files that belong together. HDF5 is read row by row later, text
// and archives whole, here. Throws Error(data) naming what the file is instead and the remedy, or
// Error(usage) that names the option which only the user can give.
TrafficFile open_readings(const std::vector<std::string>& sources, const DataOptions& options);
TrafficFile open_readings(const std::string& source, const DataOptions& options = {});

// Whether the file is plainly one of readings: for what may also be a graph.
bool holds_readings(const std::string& path, const DataOptions& options);

}  // namespace dcrnn
