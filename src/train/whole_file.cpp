#include "dcrnn/train/whole_file.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace dcrnn {
namespace {

[[noreturn]] void fail(const std::string& path, const char* doing) {
    throw Error(ErrorKind::other, fmt::format("cannot {} '{}'", doing, path), std::strerror(errno),
                "free space, or mend the rights of the folder; what was there before is kept");
}

void flush_to_disk(const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags);
    if (file < 0) fail(path, "open");
    const int result = ::fsync(file);
    const int error = errno;
    ::close(file);
    errno = error;
    // Some file systems cannot flush a folder; the rename is then as durable as they make it.
    if (result != 0 && (flags & O_DIRECTORY) == 0) fail(path, "flush");
}

}  // namespace

void replace_file(const std::string& path, const std::function<void(const std::string&)>& write) {
    const std::string temporary = path + ".tmp";
    try {
        write(temporary);
        flush_to_disk(temporary, O_RDONLY);
        if (std::rename(temporary.c_str(), path.c_str()) != 0) fail(path, "replace");
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        throw;
    }
    const auto folder = std::filesystem::path(path).parent_path();
    flush_to_disk(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
}

void replace_file(const std::string& path, const std::string& text) {
    replace_file(path, [&](const std::string& temporary) {
        std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
        file << text;
        file.close();
        if (!file) fail(temporary, "write");
    });
}

}  // namespace dcrnn
