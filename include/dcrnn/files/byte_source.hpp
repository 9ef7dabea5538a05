#pragma once
// Bytes to read at any place: of a file, of a member of an archive, or of memory. What reads a
// format from it need not know which.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dcrnn {

class ByteSource {
public:
    virtual ~ByteSource() = default;
    virtual const std::string& name() const = 0;  // for messages: 'a.npy', or 'x.npy' in 'a.npz'
    virtual std::uint64_t size() const = 0;
    // The bytes at .. at+count-1, all of them below size(). Throws Error(data) when there are fewer
    // after all. Reading forward is the fast way.
    virtual void read(std::uint64_t at, std::size_t count, void* into) = 0;
};

// Throws Error(data) for what is no file that can be read (file_kind.hpp).
std::unique_ptr<ByteSource> open_bytes(const std::string& path);
std::unique_ptr<ByteSource> bytes_of_memory(std::string bytes, const std::string& name);

// All bytes of a file, or of a pipe up to its end. Throws Error(data).
std::string read_whole(const std::string& path);

}  // namespace dcrnn
