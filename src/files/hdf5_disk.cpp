#include "hdf5_disk.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#if __has_include(<H5FDdevelop.h>)
#include <H5FDdevelop.h>  // where HDF5 1.14 declares what drivers are made of
#endif

namespace dcrnn {
namespace {

// One open file of the driver; HDF5 sees the first member only.
struct DriverFile {
    H5FD_t seen_by_hdf5;
    Hdf5Disk* disk;
    haddr_t allocated, end;
};

DriverFile& own(H5FD_t* file) { return *reinterpret_cast<DriverFile*>(file); }
const DriverFile& own(const H5FD_t* file) { return *reinterpret_cast<const DriverFile*>(file); }

H5FD_t* open_driver(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*max*/) {
    auto* disk = *static_cast<Hdf5Disk* const*>(H5Pget_driver_info(access));
    return &(new DriverFile{{}, disk, 0, 0})->seen_by_hdf5;
}

herr_t close_driver(H5FD_t* file) {
    delete &own(file);
    return 0;
}

herr_t query_driver(const H5FD_t* /*file*/, unsigned long* flags) {
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t /*type*/) { return own(file).allocated; }
haddr_t get_end(const H5FD_t* file, H5FD_mem_t /*type*/) { return own(file).end; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
    own(file).allocated = address;
    return 0;
}

herr_t read_driver(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address,
                   std::size_t size, void* bytes) {
    own(file).disk->read(bytes, size, address);
    return 0;
}

herr_t write_driver(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address,
                    std::size_t size, const void* bytes) {
    own(file).disk->write(bytes, size, address);
    own(file).end = std::max(own(file).end, address + size);
    return 0;
}

herr_t truncate_driver(H5FD_t* file, hid_t /*transfer*/, hbool_t /*closing*/) {
    if (own(file).end != own(file).allocated) own(file).disk->resize(own(file).allocated);
    own(file).end = own(file).allocated;
    return 0;
}

hid_t register_driver() {
    H5FD_class_t driver{};
#ifdef H5FD_CLASS_VERSION
    driver.version = H5FD_CLASS_VERSION;
    driver.value = 511;  // from the range for private use
#endif
    driver.name = "dcrnn_mpi";
    driver.maxaddr = haddr_t{1} << 62;
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Hdf5Disk*);
    driver.open = open_driver;
    driver.close = close_driver;
    driver.query = query_driver;
    driver.get_eoa = get_allocated;
    driver.set_eoa = set_allocated;
    driver.get_eof = get_end;
    driver.read = read_driver;
    driver.write = write_driver;
    driver.truncate = truncate_driver;
    return H5FDregister(&driver);
}

}  // namespace

Hdf5Disk::Hdf5Disk(const std::string& path)
    : path_(path), file_(open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    require(file_ >= 0, ErrorKind::other, fmt::format("cannot create '{}'", path),
            std::strerror(errno), "check that the folder exists and can be written to");
}

Hdf5Disk::~Hdf5Disk() {
    if (file_ >= 0) close(file_);
}

void Hdf5Disk::use_for(hid_t access_properties) {
    static const hid_t driver = register_driver();  // once per program, as HDF5 counts them
    const Hdf5Disk* self = this;
    H5Pset_driver(access_properties, driver, &self);
}

void Hdf5Disk::note(bool success) {
    if (!success && failure_ == 0) failure_ = errno;
}

void Hdf5Disk::check() const {
    require(failure_ == 0, ErrorKind::other, fmt::format("cannot write '{}'", path_),
            std::strerror(failure_), "check free space and quota, and that the folder is there");
}

void Hdf5Disk::finish() {
    note(fsync(file_) == 0);
    note(close(file_) == 0);
    file_ = -1;
    check();
}

void Hdf5Disk::write(const void* bytes, std::size_t size, std::uint64_t at) {
    const auto* next = static_cast<const char*>(bytes);
    while (size > 0 && failure_ == 0) {
        const ssize_t written = pwrite(file_, next, size, static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        note(written >= 0);
        if (written < 0) return;
        next += written;
        size -= static_cast<std::size_t>(written);
        at += static_cast<std::uint64_t>(written);
    }
}

void Hdf5Disk::read(void* bytes, std::size_t size, std::uint64_t at) {
    auto* next = static_cast<char*>(bytes);
    while (size > 0) {
        const ssize_t got = pread(file_, next, size, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        note(got >= 0);
        if (got <= 0) break;
        next += got;
        size -= static_cast<std::size_t>(got);
        at += static_cast<std::uint64_t>(got);
    }
    std::memset(next, 0, size);  // what was never written
}

void Hdf5Disk::resize(std::uint64_t size) { note(ftruncate(file_, static_cast<off_t>(size)) == 0); }

}  // namespace dcrnn
