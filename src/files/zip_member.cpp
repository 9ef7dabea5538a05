#include "zip_member.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace dcrnn {
namespace {

constexpr std::uint64_t kMostPerByte = 1032;  // what deflate makes of one byte at most
constexpr std::size_t kSkipBlock = 1 << 16;

[[noreturn]] void fail(const std::string& name, const std::string& reason) {
    throw Error(ErrorKind::data, fmt::format("cannot read {}", name), reason,
                "the archive may be damaged; copy or download it again");
}

void require_plausible(const zip_stat_t& member, const std::string& name,
                       std::uint64_t archive_bytes) {
    const std::uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((member.valid & needed) != needed) fail(name, "the archive does not say how large it is");
    require(member.encryption_method == ZIP_EM_NONE, ErrorKind::data,
            fmt::format("cannot read {}", name), "it is encrypted", "store it without a password");
    const bool stored = member.comp_method == ZIP_CM_STORE;
    require(stored || member.comp_method == ZIP_CM_DEFLATE, ErrorKind::data,
            fmt::format("cannot read {}", name),
            fmt::format("it is packed by method {}; stored and deflated members are read",
                        member.comp_method),
            "store it again, such as with numpy.savez");
    if (member.comp_size > archive_bytes)
        fail(name, fmt::format("its {} packed bytes are more than the archive has ({})",
                               member.comp_size, archive_bytes));
    if (member.size / (stored ? 1 : kMostPerByte) > member.comp_size)
        fail(name, fmt::format("{} packed bytes cannot be the {} that it claims to hold",
                               member.comp_size, member.size));
}

}  // namespace

ZipPointer open_zip(const std::string& path) {
    const FileKind kind = require_readable(path);
    if (kind != FileKind::zip) refuse_kind(path, kind, "a zip archive", "give the archive itself");
    int code = 0;
    ZipPointer archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
    if (archive) return archive;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string words = zip_error_strerror(&error);
    zip_error_fini(&error);
    // The list of members stands at the end, which a copy that was cut short lacks.
    const bool cut = code == ZIP_ER_NOZIP || code == ZIP_ER_INCONS;
    throw Error(ErrorKind::data, fmt::format("cannot read '{}'", path),
                cut ? fmt::format("the zip archive is truncated or damaged: {}", words) : words,
                "copy or download it again");
}

ZipMemberBytes::ZipMemberBytes(ZipPointer archive, const std::string& path, std::uint64_t index)
    : archive_(std::move(archive)), index_(index) {
    zip_stat_t member;
    name_ = fmt::format("member {} of '{}'", index, path);
    if (zip_stat_index(archive_.get(), index, 0, &member) != 0)
        fail(name_, zip_strerror(archive_.get()));
    if ((member.valid & ZIP_STAT_NAME) != 0) name_ = fmt::format("'{}' in '{}'", member.name, path);
    std::error_code unknown;
    require_plausible(member, name_, std::filesystem::file_size(path, unknown));
    size_ = member.size;
    stored_ = member.comp_method == ZIP_CM_STORE;
    restart();
}

void ZipMemberBytes::restart() {
    member_.reset(zip_fopen_index(archive_.get(), index_, 0));
    if (!member_) fail(name_, zip_strerror(archive_.get()));
    position_ = 0;
}

void ZipMemberBytes::go_to(std::uint64_t at) {
    if (at == position_) return;
    if (stored_ && zip_fseek(member_.get(), static_cast<zip_int64_t>(at), SEEK_SET) == 0) {
        position_ = at;
        return;
    }
    if (at < position_) restart();
    std::vector<char> skipped(
        static_cast<std::size_t>(std::min<std::uint64_t>(kSkipBlock, at - position_)));
    while (position_ < at)
        read_next(static_cast<std::size_t>(std::min<std::uint64_t>(skipped.size(), at - position_)),
                  skipped.data());
}

void ZipMemberBytes::read_next(std::size_t count, char* into) {
    while (count > 0) {
        const zip_int64_t read = zip_fread(member_.get(), into, count);
        if (read < 0) fail(name_, zip_file_strerror(member_.get()));
        if (read == 0)
            fail(name_, fmt::format("it ends after {} of its {} bytes", position_, size_));
        into += read;
        count -= static_cast<std::size_t>(read);
        position_ += static_cast<std::uint64_t>(read);
    }
    if (position_ == size_) check_end();
}

// The checksum is compared once nothing is left to read.
void ZipMemberBytes::check_end() {
    char beyond = 0;
    const zip_int64_t read = zip_fread(member_.get(), &beyond, 1);
    if (read < 0) fail(name_, zip_file_strerror(member_.get()));
    if (read > 0) fail(name_, fmt::format("it holds more than the {} bytes it claims", size_));
}

void ZipMemberBytes::read(std::uint64_t at, std::size_t count, void* into) {
    go_to(at);
    read_next(count, static_cast<char*>(into));
}

}  // namespace dcrnn
