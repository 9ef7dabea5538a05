#pragma once
// One member of an open zip archive, unpacked as it is read.

#include "dcrnn/files/byte_source.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <zip.h>

namespace dcrnn {

struct CloseZip {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using ZipPointer = std::unique_ptr<zip_t, CloseZip>;

ZipPointer open_zip(const std::string& path);  // throws Error(data)

class ZipMemberBytes : public ByteSource {
public:
    // Throws Error(data) when the member is encrypted, packed by an unknown method, or claims a
    // size that it cannot have. The archive must be the one at `path`.
    ZipMemberBytes(ZipPointer archive, const std::string& path, std::uint64_t index);

    const std::string& name() const override { return name_; }
    std::uint64_t size() const override { return size_; }
    void read(std::uint64_t at, std::size_t count, void* into) override;

private:
    struct CloseMember {
        void operator()(zip_file_t* member) const { zip_fclose(member); }
    };

    void restart();
    void go_to(std::uint64_t at);
    void read_next(std::size_t count, char* into);
    void check_end();

    ZipPointer archive_;
    std::string name_;
    std::uint64_t index_, size_ = 0, position_ = 0;
    bool stored_ = false;
    std::unique_ptr<zip_file_t, CloseMember> member_;  // closed before the archive
};

}  // namespace dcrnn
