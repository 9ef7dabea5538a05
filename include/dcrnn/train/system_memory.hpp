#pragma once
// What the operating system says about memory, in bytes.

#include <cstdint>

namespace dcrnn {

// What the processes of this node may still take together: free memory and control group (v1 and
// v2).
std::int64_t available_memory();

// What this process may still take by its own limit of address space (ulimit -v).
std::int64_t address_space_room();

std::int64_t resident_memory();  // of this process, now
std::int64_t peak_memory();      // of this process, so far

}  // namespace dcrnn
