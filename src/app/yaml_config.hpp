#pragma once
// The published configurations as YAML (dcrnn_la.yaml, dcrnn_bay.yaml, the config.yaml beside
// published weights): the only place that knows yaml-cpp.

#include "dcrnn/config/published_options.hpp"

#include <string>

namespace dcrnn {

bool is_yaml(const std::string& path);  // by its ending

// Throws Error(usage) with file and line: cannot be read, no YAML, more than 1 MiB, not a list of
// keys or such lists under data, model and train, an unknown key or value (published_options.hpp),
// a key twice.
PublishedOptions read_yaml_config(const std::string& path);

}  // namespace dcrnn
