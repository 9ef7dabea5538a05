#pragma once
// What a graph file is, said without knowing the sensors it is meant for.

#include <string>

namespace dcrnn {

// A few lines: distance list or matrix, its size, and figures. Throws Error(data) when it is
// neither.
std::string describe_graph(const std::string& path);

}  // namespace dcrnn
