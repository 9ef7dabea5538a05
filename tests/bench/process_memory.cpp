#include "process_memory.hpp"

#include <fstream>
#include <string>

namespace dcrnn::bench {

namespace {

std::int64_t status_bytes(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.compare(0, key.size(), key) == 0)
            return std::stoll(line.substr(key.size())) * 1024;
    }
    return 0;
}

}  // namespace

std::int64_t resident_bytes() { return status_bytes("VmRSS:"); }

std::int64_t peak_resident_bytes() { return status_bytes("VmHWM:"); }

void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace dcrnn::bench
