#pragma once
// A new zip archive of stored members.

#include <string>
#include <utility>
#include <vector>

namespace dcrnn {

// members: name and bytes. Replaces what stands at the path. Throws Error(other).
void write_zip(const std::string& path,
               const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace dcrnn
