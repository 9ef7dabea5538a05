#pragma once
// What a file is and what it holds, in a few lines for people.

#include <string>

namespace dcrnn {

// A traffic file, graph, checkpoint or forecast. key: group of a pandas file. Throws Error(data)
// for anything else.
std::string describe_file(const std::string& path, const std::string& key);

std::string describe_traffic(const std::string& path, const std::string& key);
std::string describe_checkpoint(const std::string& path);
std::string describe_forecast(const std::string& path);

}  // namespace dcrnn
