#include "dcrnn/files/zip_archive.hpp"

#include "dcrnn/error.hpp"
#include "zip_member.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace dcrnn {

struct ZipArchive::Handle {
    std::string path;
    ZipPointer archive;
    std::vector<ZipMember> members;
    std::unordered_map<std::string, std::uint64_t> places;  // in the archive, by name

    void list_members();
    std::uint64_t place_of(const std::string& member) const;
};

void ZipArchive::Handle::list_members() {
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(std::max<zip_int64_t>(count, 0)); ++i) {
        zip_stat_t status;
        const bool known = zip_stat_index(archive.get(), i, 0, &status) == 0 &&
                           (status.valid & ZIP_STAT_NAME) != 0;
        require(known, ErrorKind::data, fmt::format("cannot read member {} of '{}'", i, path),
                "it has no name", "the archive may be damaged; copy or download it again");
        const std::string name = status.name;
        if (!name.empty() && name.back() == '/') continue;
        require(places.emplace(name, i).second, ErrorKind::data,
                fmt::format("cannot read '{}'", path),
                fmt::format("two members of the archive are called '{}'", name),
                "store it again, each member once");
        members.push_back({name, (status.valid & ZIP_STAT_SIZE) != 0 ? status.size : 0,
                           (status.valid & ZIP_STAT_COMP_SIZE) != 0 ? status.comp_size : 0});
    }
}

std::uint64_t ZipArchive::Handle::place_of(const std::string& member) const {
    const auto place = places.find(member);
    if (place != places.end()) return place->second;
    constexpr std::size_t kNamed = 10;
    std::string names;
    for (std::size_t i = 0; i < std::min(kNamed, members.size()); ++i)
        names += (i > 0 ? ", " : "") + members[i].name;
    throw Error(ErrorKind::data, fmt::format("there is no '{}' in '{}'", member, path),
                members.empty()
                    ? "the archive is empty"
                    : fmt::format("it holds {}{}", names, members.size() > kNamed ? ", ..." : ""),
                "give another archive, or the name that is meant");
}

ZipArchive::ZipArchive(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

ZipArchive ZipArchive::open(const std::string& path) {
    auto handle = std::make_unique<Handle>();
    handle->path = path;
    handle->archive = open_zip(path);
    handle->list_members();
    return ZipArchive(std::move(handle));
}

const std::string& ZipArchive::path() const { return handle_->path; }
const std::vector<ZipMember>& ZipArchive::members() const { return handle_->members; }
bool ZipArchive::has(const std::string& member) const { return handle_->places.count(member) > 0; }

std::string ZipArchive::read(const std::string& member, std::uint64_t most) const {
    const auto source = bytes(member);
    require(source->size() <= most, ErrorKind::data,
            fmt::format("{} holds {} bytes", source->name(), source->size()),
            fmt::format("more than {} make no sense here", most), "give the file that is meant");
    std::string content(static_cast<std::size_t>(source->size()), '\0');
    source->read(0, content.size(), content.data());
    return content;
}

// Each source opens the archive for itself, so that it depends on nothing.
std::unique_ptr<ByteSource> ZipArchive::bytes(const std::string& member) const {
    return std::make_unique<ZipMemberBytes>(open_zip(handle_->path), handle_->path,
                                            handle_->place_of(member));
}

}  // namespace dcrnn
