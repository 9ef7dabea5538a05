#pragma once
// What a file is, whatever its name says: by its first bytes. Every reader asks here before it
// reads, so that a pointer of Git LFS, a web page or another format is named with its remedy.

#include <string>
#include <string_view>

namespace dcrnn {

enum class FileKind {
    hdf5,
    zip,     // NumPy's .npz and PyTorch's files are such
    npy,     // one NumPy array
    pickle,  // of Python, any protocol; older PyTorch files are such
    text,
    wide_text,    // UTF-16, as some spreadsheets save it
    gzip,         // packed with gzip
    stream,       // a pipe or a device: looking at it would take its bytes away
    unknown,      // other binary data, or a damaged beginning
    lfs_pointer,  // from here on nothing that any reader can use
    web_page,     // HTML or XML, as servers send in place of a file
    empty,
    directory,
    missing,
    unreadable,  // no permission, or a broken disk
};

FileKind file_kind(const std::string& path);
FileKind kind_of_bytes(std::string_view start);  // of the first bytes, some hundred of them

std::string describe(FileKind kind);  // "a zip archive (NumPy's .npz is one)"

// The kind of a file that can be read; throws Error(data) with the remedy for all others.
FileKind require_readable(const std::string& path);

// Throws Error(data): "cannot read 'path' (it is ..., not WANTED): REMEDY". Of the kinds that
// nobody can use the remedy is their own.
[[noreturn]] void refuse_kind(const std::string& path, FileKind kind, const std::string& wanted,
                              const std::string& remedy);

}  // namespace dcrnn
