#include "dcrnn/train/system_memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <sys/resource.h>

namespace dcrnn {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// The number after "name" in a file of lines "name value"; kNoLimit where it is absent.
std::int64_t field(const std::string& path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    std::int64_t value = 0;
    while (file >> word)
        if (word == name && file >> value) return value;
    return kNoLimit;
}

std::int64_t kilobytes(const std::string& path, const std::string& name) {
    const auto value = field(path, name);
    return value == kNoLimit ? value : value * 1024;
}

std::int64_t number_in(const fs::path& path) {
    std::ifstream file(path);
    std::int64_t value = 0;
    return file >> value ? value : kNoLimit;  // "max" is no number: no limit
}

// Room in one control group. Cached file pages count as used there but are given up when memory is
// needed.
std::int64_t room_in(const fs::path& group, const char* limit_name, const char* usage_name,
                     const char* cache_name) {
    const auto limit = number_in(group / limit_name), usage = number_in(group / usage_name);
    if (limit == kNoLimit || usage == kNoLimit) return kNoLimit;
    const auto cache = field((group / "memory.stat").string(), cache_name);
    return std::max<std::int64_t>(0, limit - usage + (cache == kNoLimit ? 0 : cache));
}

// The group of this process and all above it, each of which may be the tightest.
std::int64_t room_up_from(const fs::path& root, const std::string& group, const char* limit_name,
                          const char* usage_name, const char* cache_name) {
    std::int64_t room = kNoLimit;
    for (auto path = root / fs::path(group).relative_path();; path = path.parent_path()) {
        room = std::min(room, room_in(path, limit_name, usage_name, cache_name));
        if (path == root || path.string().size() <= root.string().size()) return room;
    }
}

std::int64_t control_group_room() {
    std::ifstream file("/proc/self/cgroup");
    std::string line;
    std::int64_t room = kNoLimit;
    while (std::getline(file, line)) {
        const auto name = line.find(':'), path = line.find(':', name + 1);
        if (path == std::string::npos) continue;
        const auto controllers = line.substr(name + 1, path - name - 1);
        const auto group = line.substr(path + 1);
        if (controllers.empty())
            room = std::min(room, room_up_from("/sys/fs/cgroup", group, "memory.max",
                                               "memory.current", "inactive_file"));
        else if (controllers == "memory")
            room =
                std::min(room, room_up_from("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes",
                                            "memory.usage_in_bytes", "total_inactive_file"));
    }
    return room;
}

}  // namespace

std::int64_t available_memory() {
    return std::min(kilobytes("/proc/meminfo", "MemAvailable:"), control_group_room());
}

std::int64_t address_space_room() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kNoLimit;
    return std::max<std::int64_t>(
        0, static_cast<std::int64_t>(limit.rlim_cur) - kilobytes("/proc/self/status", "VmSize:"));
}

std::int64_t resident_memory() { return kilobytes("/proc/self/status", "VmRSS:"); }

std::int64_t peak_memory() { return kilobytes("/proc/self/status", "VmHWM:"); }

}  // namespace dcrnn
