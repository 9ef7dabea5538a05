#pragma once
// How Hdf5File writes to the disk. HDF5 1.10 crashes at the end of the program, or keeps a file for
// ever, when a disk is full while it closes one. So its driver here always succeeds towards HDF5
// and keeps the first failure for us, who check it; a failed save must not end a training run.

#include <hdf5.h>

#include <cstdint>
#include <string>

namespace dcrnn {

class Hdf5Disk {
public:
    // Creates or empties the file. Throws Error(other).
    explicit Hdf5Disk(const std::string& path);
    Hdf5Disk(const Hdf5Disk&) = delete;
    Hdf5Disk& operator=(const Hdf5Disk&) = delete;
    ~Hdf5Disk();

    // Makes files that are created with these access properties write here. This object must
    // outlive them.
    void use_for(hid_t access_properties);

    // Throws Error(other) if anything could not be written so far.
    void check() const;
    // Waits until all is on the disk itself, checks, and closes.
    void finish();

    void write(const void* bytes, std::size_t size, std::uint64_t at);
    void read(void* bytes, std::size_t size, std::uint64_t at);
    void resize(std::uint64_t size);

private:
    void note(bool success);

    std::string path_;
    int file_;
    int failure_ = 0;  // errno of the first failure
};

}  // namespace dcrnn
