#include "dcrnn/train/whole_file.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fnmatch.h>
#include <fstream>
#include <random>
#include <unistd.h>

namespace dcrnn {
namespace fs = std::filesystem;
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

const char* kind_of(fs::file_type type) {
    if (type == fs::file_type::directory) return "it is a directory";
    return type == fs::file_type::fifo ? "it is a pipe" : "it is a device or a socket";
}

}  // namespace

void require_replaceable(const std::string& path) {
    std::error_code unknown;  // its writer says why
    const auto type = fs::status(path, unknown).type();
    const bool replaceable = type == fs::file_type::regular || type == fs::file_type::not_found ||
                             type == fs::file_type::none;
    require(replaceable, ErrorKind::usage, fmt::format("'{}' cannot be written", path),
            kind_of(type), "name a file");
}

std::string create_temporary(const std::string& path) {
    std::random_device random;
    for (;;) {
        const auto name = fmt::format("{}.{}-{:08x}.tmp", path, ::getpid(), random());
        const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno == EEXIST) continue;
        require(file >= 0, ErrorKind::other, fmt::format("cannot write '{}'", path),
                std::strerror(errno),
                "check that the folder exists, can be written to and has free space");
        ::close(file);
        return name;
    }
}

void remove_leftovers(const std::string& folder) {
    constexpr const char* names =
        "*.[0-9]*-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f].tmp";
    std::error_code ignored;  // leftovers do no harm
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (::fnmatch(names, entry.path().filename().c_str(), 0) == 0)
            fs::remove(entry.path(), ignored);
}

void replace_file(const std::string& path, const std::function<void(const std::string&)>& write) {
    require_replaceable(path);
    const std::string temporary = create_temporary(path);
    try {
        write(temporary);
        flush_to_disk(temporary, O_RDONLY);
        if (std::rename(temporary.c_str(), path.c_str()) != 0) fail(path, "replace");
    } catch (...) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw;
    }
    const auto folder = fs::path(path).parent_path();
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
