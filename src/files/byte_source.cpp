#include "dcrnn/files/byte_source.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

namespace dcrnn {
namespace {

class MemoryBytes : public ByteSource {
public:
    MemoryBytes(std::string bytes, std::string name)
        : bytes_(std::move(bytes)), name_(std::move(name)) {}
    const std::string& name() const override { return name_; }
    std::uint64_t size() const override { return bytes_.size(); }
    void read(std::uint64_t at, std::size_t count, void* into) override {
        if (count > 0) std::memcpy(into, bytes_.data() + at, count);
    }

private:
    std::string bytes_, name_;
};

class FileBytes : public ByteSource {
public:
    explicit FileBytes(const std::string& path)
        : name_(fmt::format("'{}'", path)), file_(path, std::ios::binary | std::ios::ate) {
        require(file_.is_open(), ErrorKind::data, fmt::format("cannot read {}", name_),
                std::strerror(errno), "ask for permission to read it");
        const std::streamoff end = file_.tellg();
        require(end >= 0, ErrorKind::data, fmt::format("cannot read {}", name_),
                "it has no size, as a pipe has none", "give a file on a disk");
        size_ = static_cast<std::uint64_t>(end);
    }
    const std::string& name() const override { return name_; }
    std::uint64_t size() const override { return size_; }
    void read(std::uint64_t at, std::size_t count, void* into) override {
        file_.seekg(static_cast<std::streamoff>(at));
        file_.read(static_cast<char*>(into), static_cast<std::streamsize>(count));
        require(bool(file_), ErrorKind::data,
                fmt::format("cannot read {} bytes at {} of {}", count, at, name_),
                "the file became shorter, or the disk failed", "copy or download it again");
    }

private:
    std::string name_;
    std::ifstream file_;
    std::uint64_t size_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::string& path) {
    const FileKind kind = require_readable(path);
    if (kind == FileKind::stream)
        refuse_kind(path, kind, "a file", "store its content in a file first");
    return std::make_unique<FileBytes>(path);
}

std::unique_ptr<ByteSource> bytes_of_memory(std::string bytes, const std::string& name) {
    return std::make_unique<MemoryBytes>(std::move(bytes), name);
}

std::string read_whole(const std::string& path) {
    if (require_readable(path) != FileKind::stream) {
        const auto source = open_bytes(path);
        std::string bytes(static_cast<std::size_t>(source->size()), '\0');
        source->read(0, bytes.size(), bytes.data());
        return bytes;
    }
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    require(!stream.bad() && stream.is_open(), ErrorKind::data,
            fmt::format("cannot read '{}'", path), std::strerror(errno), "check the path");
    return bytes;
}

}  // namespace dcrnn
