#include "hdf5_handle.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <type_traits>

namespace dcrnn {
namespace {

// HDF5 quotes the system ("... errno = 28, error message = 'No space left on device', buf = ...");
// of such a line only the quotation is worth reading.
std::string shorten(const std::string& text) {
    const std::string label = "truncated file: ";
    if (text.rfind(label, 0) == 0) return text.substr(label.size());
    const std::string mark = "error message = '";
    const auto at = text.find(mark);
    if (at == std::string::npos) return text;
    const auto begin = at + mark.size();
    return text.substr(begin, text.find('\'', begin) - begin);
}

herr_t collect(unsigned /*depth*/, const H5E_error2_t* error, void* data) {
    auto& words = *static_cast<Hdf5Words*>(data);
    if (words.text.empty() && error->desc != nullptr) words.text = shorten(error->desc);
    words.truncated = words.truncated || error->min_num == H5E_TRUNCATED;
    words.foreign = words.foreign || error->min_num == H5E_NOTHDF5;
    return 0;
}

const char* class_name(H5T_class_t kind) {
    switch (kind) {
        case H5T_STRING:
            return "text";
        case H5T_COMPOUND:
            return "a table of several columns";
        case H5T_VLEN:
            return "lists of varying length (Python objects, perhaps)";
        default:
            return "neither numbers nor text";
    }
}

std::string plugin_remedy(const std::string& filter) {
    const std::string again = "write the file again with gzip (ptrepack --complib zlib)";
    const auto package = [&](const char* name) {
        return fmt::format("install the Debian package {}, or {}", name, again);
    };
    if (filter == "blosc") return package("hdf5-filter-plugin-blosc-serial");
    if (filter.find("bzip2") != std::string::npos || filter.find("lz4") != std::string::npos)
        return package("hdf5-filter-plugin");
    if (filter == "lzf") return package("hdf5-plugin-lzf");
    return again;
}

}  // namespace

Hdf5Words last_hdf5_words() {
    Hdf5Words words;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect, &words);  // upward: from the innermost
    if (words.text.empty()) words.text = "the HDF5 library gives no reason";
    return words;
}

Hdf5Id Hdf5File::Handle::open_object(const std::string& object) const {
    return {H5Oopen(file.get(), object.empty() ? "/" : object.c_str(), H5P_DEFAULT), H5Oclose};
}

Hdf5Id Hdf5File::Handle::open_dataset(const std::string& dataset) const {
    Hdf5Id id = open_object(dataset);
    if (id && H5Iget_type(id.get()) == H5I_DATASET) {
        if (disk == nullptr) require_plausible(dataset, id.get());
        return id;
    }
    throw Error(ErrorKind::data, fmt::format("'{}' has no dataset '{}'", path, dataset),
                id ? "a group has this name" : "nothing has this name",
                "check that this is the file you mean");
}

// A dataset may claim any size without a byte of it in the file; memory would be asked for all.
// HDF5's compression makes at most 1032 bytes of one.
void Hdf5File::Handle::require_plausible(const std::string& dataset, hid_t id) const {
    constexpr double kMostOfOneByte = 2000, kAlways = 1 << 24;
    const auto sizes = shape(id);
    const Hdf5Id type(H5Dget_type(id), H5Tclose);
    const double claimed =
        std::accumulate(sizes.begin(), sizes.end(), static_cast<double>(H5Tget_size(type.get())),
                        std::multiplies<>());
    require(claimed <= kAlways + kMostOfOneByte * bytes_on_disk, ErrorKind::data,
            fmt::format("'{}' in '{}' claims to hold [{}] values", dataset, path,
                        fmt::join(sizes, ", ")),
            fmt::format("the whole file has {:.0f} bytes, so that most of them were never written",
                        bytes_on_disk),
            "write the file again with the shape that its readings have");
}

std::vector<std::int64_t> Hdf5File::Handle::shape(hid_t dataset) const {
    const Hdf5Id space(H5Dget_space(dataset), H5Sclose);
    const int axes = H5Sget_simple_extent_ndims(space.get());
    if (axes < 0) fail_read("/");
    std::vector<hsize_t> sizes(static_cast<std::size_t>(axes));
    if (axes > 0) H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr);
    return {sizes.begin(), sizes.end()};
}

template <class T>
hid_t Hdf5File::Handle::memory_type(const std::string& dataset, hid_t file_type) const {
    const H5T_class_t kind = H5Tget_class(file_type);
    if (kind == H5T_INTEGER || kind == H5T_FLOAT || kind == H5T_ENUM) return native_type<T>();
    // PyTables stores bool as a field of bits, which HDF5 does not convert to a number.
    const bool bytes = std::is_same_v<T, std::uint8_t> && H5Tget_size(file_type) == 1;
    if (kind == H5T_BITFIELD && bytes) return H5T_NATIVE_B8;
    throw Error(ErrorKind::data, fmt::format("'{}' in '{}' holds no numbers", dataset, path),
                fmt::format("it holds {}", class_name(kind)),
                "store the numbers as a plain array of integers or floating-point numbers");
}

template hid_t Hdf5File::Handle::memory_type<float>(const std::string&, hid_t) const;
template hid_t Hdf5File::Handle::memory_type<double>(const std::string&, hid_t) const;
template hid_t Hdf5File::Handle::memory_type<std::int64_t>(const std::string&, hid_t) const;
template hid_t Hdf5File::Handle::memory_type<std::uint64_t>(const std::string&, hid_t) const;
template hid_t Hdf5File::Handle::memory_type<std::uint8_t>(const std::string&, hid_t) const;

void Hdf5File::Handle::count_bytes(std::int64_t elements, hid_t file_type) const {
    bytes_read += elements * static_cast<std::int64_t>(H5Tget_size(file_type));
}

// Filters are what chunks are packed with; HDF5 knows few itself and looks for others as plug-ins.
std::string Hdf5File::Handle::absent_filter(const std::string& object) const {
    const Hdf5Id id = open_object(object);
    if (!id || H5Iget_type(id.get()) != H5I_DATASET) return "";
    const Hdf5Id creation(H5Dget_create_plist(id.get()), H5Pclose);
    const int count = H5Pget_nfilters(creation.get());
    for (unsigned i = 0; i < static_cast<unsigned>(std::max(0, count)); ++i) {
        std::array<char, 64> name{};
        std::size_t values = 0;
        const H5Z_filter_t filter = H5Pget_filter2(creation.get(), i, nullptr, &values, nullptr,
                                                   name.size() - 1, name.data(), nullptr);
        if (filter > 0 && H5Zfilter_avail(filter) <= 0)
            return name[0] == '\0' ? fmt::format("filter {}", filter) : name.data();
    }
    return "";
}

void Hdf5File::Handle::fail_read(const std::string& object) const {
    const Hdf5Words words = last_hdf5_words();
    const std::string filter = absent_filter(object);
    require(filter.empty(), ErrorKind::data, fmt::format("cannot read '{}' in '{}'", object, path),
            fmt::format("it is packed with {}, which HDF5 does not find here", filter),
            plugin_remedy(filter));
    throw Error(ErrorKind::data, fmt::format("cannot read '{}' in '{}'", object, path), words.text,
                "the file may be damaged; copy or download it again");
}

void Hdf5File::Handle::fail_write(const std::string& object) const {
    throw Error(ErrorKind::other, fmt::format("cannot write '{}' to '{}'", object, path),
                last_hdf5_words().text, "check free space and write permission of the folder");
}

void Hdf5File::Handle::fail_kind(const std::string& object, const std::string& expected) const {
    throw Error(ErrorKind::data, fmt::format("'{}' in '{}' is not {}", object, path, expected),
                "it is of another type", "check that this is the file you mean");
}

}  // namespace dcrnn
