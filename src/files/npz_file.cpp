#include "dcrnn/files/npz_file.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace dcrnn {
namespace {

constexpr std::string_view kEnding = ".npy";

bool is_array(std::string_view member) {
    return member.size() > kEnding.size() && member.substr(member.size() - 4) == kEnding;
}

}  // namespace

NpzFile NpzFile::open(const std::string& path) { return NpzFile(ZipArchive::open(path)); }

NpzFile::NpzFile(ZipArchive archive) : archive_(std::move(archive)) {
    for (const auto& member : archive_.members())
        if (is_array(member.name))
            names_.push_back(member.name.substr(0, member.name.size() - kEnding.size()));
    require(!names_.empty(), ErrorKind::data, fmt::format("cannot read '{}'", path()),
            "the zip archive holds no NumPy array (NAME.npy)",
            "give an archive that numpy.savez wrote");
}

bool NpzFile::has(const std::string& name) const {
    return archive_.has(name + std::string(kEnding));
}

NpyArray NpzFile::array(const std::string& name) const {
    constexpr std::size_t kNamed = 10;
    require(has(name), ErrorKind::data, fmt::format("there is no array '{}' in '{}'", name, path()),
            fmt::format("it holds {}{}",
                        fmt::join(names_.begin(),
                                  names_.begin() +
                                      static_cast<std::ptrdiff_t>(std::min(kNamed, names_.size())),
                                  ", "),
                        names_.size() > kNamed ? ", ..." : ""),
            "give another archive, or the name that is meant");
    return NpyArray(archive_.bytes(name + std::string(kEnding)));
}

}  // namespace dcrnn
