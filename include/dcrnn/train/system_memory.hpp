#pragma once
// What the operating system says about memory, in bytes.

#include <cstdint>

namespace dcrnn {

// What the processes of this node may still take: free memory, control group (v1 and v2) and
// address-space limit.
std::int64_t available_memory();

std::int64_t resident_memory();  // of this process, now
std::int64_t peak_memory();      // of this process, so far

}  // namespace dcrnn
