#include "dcrnn/files/file_kind.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace dcrnn {
namespace {

constexpr std::string_view kHdf5 = "\x89HDF\r\n\x1a\n";

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Protocols 2 to 5 begin with their number. The older ones are the pickle's first instruction: a
// list, a dictionary or tuple to be kept, or a class from one of these modules.
bool is_pickle(std::string_view start) {
    if (start.size() >= 2 && start[0] == '\x80') return start[1] >= 2 && start[1] <= 5;
    for (const std::string_view kept : {"(lp", "(dp", "(tp"})
        if (starts_with(start, kept) && start.size() > 3 && is_digit(start[3])) return true;
    if (starts_with(start, "]q") || starts_with(start, "}q"))
        return start.size() > 2 && static_cast<unsigned char>(start[2]) < ' ';
    for (const std::string_view module :
         {"cnumpy", "cpandas", "cscipy", "ctorch", "ccollections", "ccopy_reg", "c__builtin__"}) {
        if (!starts_with(start, module) || start.size() == module.size()) continue;
        const char next = start[module.size()];
        if (next == '.' || next == '\n' || next == '\r') return true;
    }
    return false;
}

bool is_web_page(std::string_view start) {
    if (starts_with(start, "\xEF\xBB\xBF")) start.remove_prefix(3);
    const auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    start.remove_prefix(static_cast<std::size_t>(
        std::find_if_not(start.begin(), start.end(), space) - start.begin()));
    return start.size() > 1 && start[0] == '<' &&
           (start[1] == '!' || start[1] == '?' || is_letter(start[1]));
}

bool is_text(std::string_view start) {
    return std::all_of(start.begin(), start.end(), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code >= ' ' || (code >= '\t' && code <= '\r');
    });
}

// HDF5 may begin after a block of the user's, at 512, 1024, 2048, ... bytes.
bool has_hdf5_behind_a_block(std::ifstream& file, std::int64_t size) {
    std::array<char, kHdf5.size()> bytes{};
    const auto length = static_cast<std::int64_t>(bytes.size());
    for (std::int64_t at = 512; at <= size - length; at *= 2) {
        file.clear();
        file.seekg(at);
        if (file.read(bytes.data(), length) &&
            kHdf5 == std::string_view(bytes.data(), bytes.size()))
            return true;
    }
    return false;
}

FileKind kind_of_file(const std::string& path, std::int64_t size) {
    std::array<char, 512> bytes{};
    std::ifstream file(path, std::ios::binary);
    if (!file.is_open()) return FileKind::unreadable;
    file.read(bytes.data(), bytes.size());
    if (file.bad()) return FileKind::unreadable;
    const FileKind kind = kind_of_bytes({bytes.data(), static_cast<std::size_t>(file.gcount())});
    const bool plain = kind == FileKind::unknown || kind == FileKind::text;
    return plain && has_hdf5_behind_a_block(file, size) ? FileKind::hdf5 : kind;
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason,
                         const std::string& remedy) {
    throw Error(ErrorKind::data, fmt::format("cannot read '{}'", path), reason, remedy);
}

// The system's words for what stops the file from being read.
std::string words_of_system(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0)
        return errno == ENOENT ? "no such file" : std::strerror(errno);
    return access(path.c_str(), R_OK) != 0 ? std::strerror(errno) : "its bytes cannot be read";
}

// Returns only for kinds that some reader can use.
void refuse_unusable(const std::string& path, FileKind kind) {
    switch (kind) {
        case FileKind::missing:
            refuse(path, words_of_system(path), "check the spelling and the folder you are in");
        case FileKind::unreadable:
            refuse(path, words_of_system(path), "ask for permission to read it, or check the disk");
        case FileKind::directory:
            refuse(path, "it is a directory", "name the file inside it");
        case FileKind::empty:
            refuse(path, "the file is empty", "copy or download it again");
        case FileKind::lfs_pointer:
            refuse(path, "it is only a Git LFS pointer, a few lines of text in place of the data",
                   "run 'git lfs pull' in the clone, or download the file itself");
        case FileKind::web_page:
            refuse(path, "it is a web page (HTML or XML), which a server sent in place of the file",
                   "download it again, by the link to the file itself");
        default:
            return;
    }
}

}  // namespace

FileKind file_kind(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0)
        return errno == EACCES ? FileKind::unreadable : FileKind::missing;
    if (S_ISDIR(status.st_mode)) return FileKind::directory;
    if (!S_ISREG(status.st_mode)) return FileKind::stream;
    return status.st_size == 0 ? FileKind::empty : kind_of_file(path, status.st_size);
}

FileKind kind_of_bytes(std::string_view start) {
    if (start.empty()) return FileKind::empty;
    if (starts_with(start, kHdf5.substr(0, 4))) return FileKind::hdf5;
    if (starts_with(start, "PK\x03\x04") || starts_with(start, "PK\x05\x06")) return FileKind::zip;
    if (starts_with(start, "\x93NUMPY")) return FileKind::npy;
    if (starts_with(start, "\x1f\x8b")) return FileKind::gzip;
    if (starts_with(start, "version https://git-lfs")) return FileKind::lfs_pointer;
    if (starts_with(start, "\xFF\xFE") || starts_with(start, "\xFE\xFF"))
        return FileKind::wide_text;
    if (is_pickle(start)) return FileKind::pickle;
    if (is_web_page(start)) return FileKind::web_page;
    return is_text(start) ? FileKind::text : FileKind::unknown;
}

std::string describe(FileKind kind) {
    switch (kind) {
        case FileKind::hdf5:
            return "an HDF5 file";
        case FileKind::zip:
            return "a zip archive (NumPy's .npz is one)";
        case FileKind::npy:
            return "a NumPy array (.npy)";
        case FileKind::pickle:
            return "a Python pickle";
        case FileKind::text:
            return "a text file";
        case FileKind::wide_text:
            return "text in UTF-16";
        case FileKind::gzip:
            return "packed with gzip";
        case FileKind::stream:
            return "a pipe or a device";
        case FileKind::unknown:
            return "binary data of no kind known here, or its beginning is damaged";
        case FileKind::lfs_pointer:
            return "a Git LFS pointer";
        case FileKind::web_page:
            return "a web page";
        case FileKind::empty:
            return "an empty file";
        case FileKind::directory:
            return "a directory";
        case FileKind::missing:
            return "no file";
        case FileKind::unreadable:
            return "a file that cannot be read";
    }
    return "";
}

FileKind require_readable(const std::string& path) {
    const FileKind kind = file_kind(path);
    refuse_unusable(path, kind);
    return kind;
}

void refuse_kind(const std::string& path, FileKind kind, const std::string& wanted,
                 const std::string& remedy) {
    refuse_unusable(path, kind);
    const std::string reason = fmt::format("it is {}, not {}", describe(kind), wanted);
    if (kind == FileKind::gzip) refuse(path, reason, "unpack it first: gunzip");
    if (kind == FileKind::wide_text) refuse(path, reason, "save it again as UTF-8");
    refuse(path, reason, remedy);
}

}  // namespace dcrnn
