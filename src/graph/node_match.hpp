#pragma once
// Which node of a matrix is which sensor of the readings.

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct NodeMatch {
    std::vector<std::int64_t> nodes;  // one per sensor
    std::string note;                 // when they are not the same ids in the same order
};

// By ids, in any order; by place where the matrix has no ids, or where one side only counts
// (0, 1, 2, ...) and both have as many. Throws Error(data) that names the first ten ids that are
// missing, too many or repeated. `origin` names the graph in messages.
NodeMatch match_nodes(const std::vector<std::string>& node_ids, std::int64_t nodes,
                      const std::vector<std::string>& sensor_ids, const std::string& origin);

}  // namespace dcrnn
