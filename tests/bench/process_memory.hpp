#pragma once
// The resident memory of this process, from /proc; 0 where there is none.

#include <cstdint>
#include <string>

namespace dcrnn::bench {

std::int64_t resident_bytes();
std::int64_t peak_resident_bytes();  // since the last forget_peak
void forget_peak();

}  // namespace dcrnn::bench
