#pragma once

#include <string>
#include <vector>

namespace dcrnn {

// "400001, 400017, ... (207)": the first few and the number of all.
std::string id_list(const std::vector<std::string>& ids);

}  // namespace dcrnn
