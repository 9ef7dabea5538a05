#pragma once
// For messages about a misspelled name: the known one it is most likely meant to be.

#include <string>
#include <vector>

namespace dcrnn {

// The known name with the smallest edit distance (insert, delete, replace, swap two neighbours);
// the first of several equal ones. Known must not be empty.
std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known);

}  // namespace dcrnn
