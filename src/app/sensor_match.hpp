#pragma once
// A network knows its sensors by their columns, so a file must hold the same ones in the same
// order.

#include <string>
#include <vector>

namespace dcrnn {

// Throws Error(data) that names the first ten sensors that are missing, new, or out of order.
void require_same_sensors(const std::vector<std::string>& trained,
                          const std::vector<std::string>& given, const std::string& path);

}  // namespace dcrnn
