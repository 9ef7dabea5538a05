#include "dcrnn/files/hdf5_file.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "hdf5_handle.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace dcrnn {
namespace {

[[noreturn]] void fail_damaged(const std::string& path, FileKind kind) {
    const Hdf5Words words = last_hdf5_words();
    if (words.foreign && kind != FileKind::hdf5)
        refuse_kind(path, kind, "an HDF5 file",
                    "give an HDF5 file of sensor readings (data/README.md), or download it again");
    const char* const remedy = words.truncated
                                   ? "the copy or download was cut short; do it again"
                                   : "the file may be damaged; copy or download it again";
    throw Error(ErrorKind::data, fmt::format("cannot read '{}'", path),
                words.truncated ? fmt::format("the file is truncated: {}", words.text) : words.text,
                remedy);
}

herr_t append_path(hid_t /*group*/, const char* path, const H5L_info_t* /*link*/, void* paths) {
    static_cast<std::vector<std::string>*>(paths)->emplace_back(path);
    return 0;
}

// Locks would fail on many parallel and read-only file systems, and guard against nothing here.
Hdf5Id access_without_locks() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // messages are ours, once, not HDF5's traces
    Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_file_locking(access.get(), 0, 1);
    return access;
}

}  // namespace

Hdf5File::Hdf5File(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}
Hdf5File::Hdf5File(Hdf5File&&) noexcept = default;
Hdf5File& Hdf5File::operator=(Hdf5File&&) noexcept = default;
Hdf5File::~Hdf5File() = default;

Hdf5File Hdf5File::open(const std::string& path) {
    // What can be said before HDF5 is asked, whose own messages are about its drivers.
    const FileKind kind = require_readable(path);
    if (kind == FileKind::stream)
        refuse_kind(path, kind, "an HDF5 file", "store its content in a file first");
    const Hdf5Id access = access_without_locks();
    Hdf5Id file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
    if (!file) fail_damaged(path, kind);
    std::error_code unknown;
    const auto bytes = static_cast<double>(std::filesystem::file_size(path, unknown));
    return Hdf5File(std::make_unique<Handle>(Handle{path, nullptr, std::move(file), bytes}));
}

Hdf5File Hdf5File::create(const std::string& path) {
    auto disk = std::make_unique<Hdf5Disk>(path);
    const Hdf5Id access = access_without_locks();
    disk->use_for(access.get());
    Hdf5Id file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
    require(bool(file), ErrorKind::other, fmt::format("cannot create '{}'", path),
            last_hdf5_words().text, "check that the folder can be written to");
    return Hdf5File(std::make_unique<Handle>(Handle{path, std::move(disk), std::move(file)}));
}

void Hdf5File::finish() {
    if (H5Fclose(handle_->file.get()) < 0) handle_->fail_write("/");
    handle_->file.release();
    handle_->disk->finish();
}

const std::string& Hdf5File::path() const { return handle_->path; }

bool Hdf5File::has(const std::string& object) const {
    // H5Lexists wants every step of the way to exist; opening the object asks the same in one call.
    return bool(handle_->open_object(object));
}

bool Hdf5File::is_dataset(const std::string& object) const {
    const Hdf5Id id = handle_->open_object(object);
    return id && H5Iget_type(id.get()) == H5I_DATASET;
}

std::vector<std::string> Hdf5File::children(const std::string& group) const {
    const Hdf5Id id = handle_->open_object(group);
    if (!id) handle_->fail_read(group);
    if (H5Iget_type(id.get()) != H5I_GROUP) handle_->fail_kind(group, "a group");
    H5G_info_t info;
    if (H5Gget_info(id.get(), &info) < 0) handle_->fail_read(group);
    std::vector<std::string> names;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
        const auto name = [&](char* into, std::size_t size) {
            return H5Lget_name_by_idx(id.get(), ".", H5_INDEX_NAME, H5_ITER_INC, i, into, size,
                                      H5P_DEFAULT);
        };
        const ssize_t length = name(nullptr, 0);
        if (length < 0) handle_->fail_read(group);
        std::string text(static_cast<std::size_t>(length), '\0');
        name(text.data(), text.size() + 1);
        names.push_back(text);
    }
    return names;
}

std::vector<std::string> Hdf5File::all_paths() const {
    std::vector<std::string> paths;
    if (H5Lvisit(handle_->file.get(), H5_INDEX_NAME, H5_ITER_INC, append_path, &paths) < 0)
        handle_->fail_read("/");
    return paths;
}

DatasetInfo Hdf5File::info(const std::string& dataset) const {
    const Hdf5Id id = handle_->open_dataset(dataset);
    const Hdf5Id type(H5Dget_type(id.get()), H5Tclose);
    DatasetInfo info;
    info.shape = handle_->shape(id.get());
    info.bytes = static_cast<int>(H5Tget_size(type.get()));
    const H5T_class_t kind = H5Tget_class(type.get());
    if (kind == H5T_FLOAT) info.element = ElementKind::floating;
    if (kind == H5T_INTEGER || kind == H5T_ENUM) info.element = ElementKind::integer;
    info.is_unsigned = kind == H5T_INTEGER && H5Tget_sign(type.get()) == H5T_SGN_NONE;
    if (kind == H5T_STRING) info.element = ElementKind::string;
    return info;
}

std::int64_t Hdf5File::bytes_read() const { return handle_->bytes_read; }

std::string hdf5_library_version() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace dcrnn
