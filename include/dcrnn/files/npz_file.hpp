#pragma once
// The arrays of an .npz, NumPy's zip archive of .npy files, by name.

#include "dcrnn/files/npy_array.hpp"
#include "dcrnn/files/zip_archive.hpp"

#include <string>
#include <vector>

namespace dcrnn {

class NpzFile {
public:
    static NpzFile open(const std::string& path);  // throws Error(data)

    const std::string& path() const { return archive_.path(); }
    const std::vector<std::string>& names() const { return names_; }  // without .npy
    bool has(const std::string& name) const;
    NpyArray array(const std::string& name) const;  // Error(data) lists the names there are

private:
    explicit NpzFile(ZipArchive archive);

    ZipArchive archive_;
    std::vector<std::string> names_;
};

}  // namespace dcrnn
