#pragma once
// One line of the doctor: what was looked at, what was found, and what to do about it.

#include "dcrnn/mpi/communicator.hpp"

#include <string>
#include <vector>

namespace dcrnn {

enum class Weight { advice, results };  // results: they could be wrong until it is mended

struct Finding {
    std::string topic;
    std::string fact;
    std::string remedy = {};  // empty: all is well
    Weight weight = Weight::advice;

    bool is_well() const { return remedy.empty(); }
};

// Findings of the hosts, each of which has made the same list: one for hosts that agree, else one
// for each, with their names. Collective; every rank gives its own list, that of a node's first
// rank counts.
std::vector<Finding> merge_hosts(const Communicator& comm, const std::vector<Finding>& own);

}  // namespace dcrnn
