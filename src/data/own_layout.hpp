#pragma once
// The own layout (data/README.md).

#include "dcrnn/data/row_source.hpp"

#include <string>

namespace dcrnn {

// Throws Error(data) where the file is missing, damaged or of another layout.
TrafficSource own_source(const std::string& path);

}  // namespace dcrnn
