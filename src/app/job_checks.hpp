#pragma once
// The doctor's look at the job as a whole: do the ranks run the same program, do their sums come
// out, how fast do they reach each other, and has the launcher placed them well?

#include "dcrnn/config/options.hpp"
#include "finding.hpp"

namespace dcrnn {

std::vector<Finding> check_job(const Communicator& comm, const RunOptions& options);  // collective

}  // namespace dcrnn
