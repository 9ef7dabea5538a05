#pragma once
// Where test data lies: the files of this project, and the larger public ones that may be there.

#include <cstdlib>
#include <filesystem>
#include <string>

namespace dcrnn::support {

inline std::string test_file(const std::string& name) {
    const char* folder = std::getenv("DCRNN_TEST_DATA");
    return (std::filesystem::path(folder == nullptr ? "tests/data" : folder) / name).string();
}

// Empty when it is not there.
inline std::string shared_file(const std::string& name) {
    const char* folder = std::getenv("DCRNN_SHARED");
    if (folder == nullptr) return "";
    const auto path = std::filesystem::path(folder) / name;
    return std::filesystem::exists(path) ? path.string() : "";
}

}  // namespace dcrnn::support
