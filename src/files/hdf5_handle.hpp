#pragma once
// The inside of Hdf5File, shared by its sources: identifiers that close themselves, HDF5's own
// words on the last failure, and the errors made of them.

#include "dcrnn/files/hdf5_file.hpp"
#include "hdf5_disk.hpp"

#include <hdf5.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dcrnn {

class Hdf5Id {
public:
    using Close = herr_t (*)(hid_t);
    Hdf5Id(hid_t id, Close close) : id_(id), close_(close) {}
    Hdf5Id(Hdf5Id&& other) noexcept
        : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
    Hdf5Id& operator=(Hdf5Id&& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
        return *this;
    }
    ~Hdf5Id() {
        if (id_ >= 0) close_(id_);
    }

    hid_t get() const { return id_; }
    hid_t release() { return std::exchange(id_, H5I_INVALID_HID); }  // the caller closes it
    explicit operator bool() const { return id_ >= 0; }

private:
    hid_t id_;
    Close close_;
};

struct Hdf5Words {
    std::string text;        // the innermost message, where the trouble began
    bool truncated = false;  // the file is shorter than it says
    bool foreign = false;    // no HDF5 signature
};
Hdf5Words last_hdf5_words();

template <class T>
hid_t native_type();
template <>
inline hid_t native_type<float>() {
    return H5T_NATIVE_FLOAT;
}
template <>
inline hid_t native_type<double>() {
    return H5T_NATIVE_DOUBLE;
}
template <>
inline hid_t native_type<std::int64_t>() {
    return H5T_NATIVE_INT64;
}
template <>
inline hid_t native_type<std::uint64_t>() {
    return H5T_NATIVE_UINT64;
}
template <>
inline hid_t native_type<std::uint8_t>() {
    return H5T_NATIVE_UINT8;
}

struct Hdf5File::Handle {
    std::string path;
    std::unique_ptr<Hdf5Disk> disk;  // of a file that is written; outlives `file`
    Hdf5Id file;
    double bytes_on_disk = 0;  // of a file that is read
    mutable std::int64_t bytes_read = 0;

    // Object names may start with a slash or not; "/" is the file itself.
    Hdf5Id open_object(const std::string& object) const;
    Hdf5Id open_dataset(const std::string& dataset) const;
    std::vector<std::int64_t> shape(hid_t dataset) const;
    // Checks that numbers are there and gives the type to read them with.
    template <class T>
    hid_t memory_type(const std::string& dataset, hid_t file_type) const;
    void count_bytes(std::int64_t elements, hid_t file_type) const;

    Hdf5Id create_dataset(const std::string& dataset, hid_t type, hid_t space) const;
    void write_attribute(const std::string& object, const std::string& name, hid_t type,
                         const void* value) const;

    void require_plausible(const std::string& dataset, hid_t id) const;

    std::string absent_filter(const std::string& object) const;  // a name; empty: none

    [[noreturn]] void fail_read(const std::string& object) const;
    [[noreturn]] void fail_write(const std::string& object) const;
    [[noreturn]] void fail_kind(const std::string& object, const std::string& expected) const;
};

}  // namespace dcrnn
