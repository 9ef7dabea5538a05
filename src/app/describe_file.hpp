#pragma once
// What a file is and what it holds, in a few lines for people.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/traffic_file.hpp"

#include <string>

namespace dcrnn {

// Readings of any kind, a graph, checkpoint or forecast. Throws Error(data) for anything else.
std::string describe_file(const std::string& path, const DataOptions& options);

std::string describe_readings(const TrafficFile& file);
std::string describe_checkpoint(const std::string& path);
std::string describe_forecast(const std::string& path);

}  // namespace dcrnn
