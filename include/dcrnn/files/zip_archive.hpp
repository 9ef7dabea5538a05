#pragma once
// An open zip archive (stored or deflated members, zip64): the only class that knows libzip.
//
// An archive says itself how large its members are, and a small one can claim, or hold, very much.
// A member that claims more than deflate can make of its packed bytes (1,032 times) is refused, as
// is one that has more or fewer bytes than it claims, or another checksum. So memory for a member
// is at most that multiple of the file, and less where the caller's own limit is.

#include "dcrnn/files/byte_source.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

struct ZipMember {
    std::string name;
    std::uint64_t size = 0, packed = 0;  // bytes, as the archive says
};

class ZipArchive {
public:
    // Throws Error(data): no file, no zip archive, cut short, two members of one name.
    static ZipArchive open(const std::string& path);
    ZipArchive(ZipArchive&&) noexcept;
    ZipArchive& operator=(ZipArchive&&) noexcept;
    ~ZipArchive();

    const std::string& path() const;
    const std::vector<ZipMember>& members() const;  // without folders, in the archive's order
    bool has(const std::string& member) const;

    // Both throw Error(data): no such member (the first names are listed), encrypted, packed by
    // another method, damaged.
    // All bytes of a member that may be as large as `most`.
    std::string read(const std::string& member, std::uint64_t most) const;
    // Its bytes at will, a small part in memory. A deflated member is unpacked from its beginning
    // when an earlier place is read. The source outlives the archive.
    std::unique_ptr<ByteSource> bytes(const std::string& member) const;

private:
    struct Handle;
    explicit ZipArchive(std::unique_ptr<Handle> handle);
    std::unique_ptr<Handle> handle_;
};

}  // namespace dcrnn
