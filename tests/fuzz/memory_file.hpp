#pragma once
// The bytes of a fuzzer as a file that lies in memory only, for readers that want a path.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace dcrnn::fuzz {

class MemoryFile {
public:
    MemoryFile(const std::uint8_t* bytes, std::size_t size) : file_(memfd_create("input", 0)) {
        if (file_ < 0 || write(file_, bytes, size) != static_cast<ssize_t>(size)) std::abort();
    }
    ~MemoryFile() { close(file_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
    int file_;
};

}  // namespace dcrnn::fuzz
