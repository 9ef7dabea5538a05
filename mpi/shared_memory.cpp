#include "shared_memory.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/library_settings.hpp"
#include "dcrnn/mpi/together.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <cerrno>
#include <string>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace dcrnn {
namespace {

constexpr std::int64_t kAlignment = 64;          // a cache line; Open MPI aligns to 8
constexpr std::int64_t kControlBytes = 1 << 20;  // Open MPI's own, in the same folder

std::string megabytes(std::int64_t bytes) {
    return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

Error too_small(const std::string& folder, std::int64_t bytes, const std::string& room) {
    return {ErrorKind::memory,
            fmt::format("the shared memory of {} cannot hold the data", host_name()),
            fmt::format("{} needs {}, {}", folder, megabytes(bytes), room),
            fmt::format("enlarge {0} (mount -o remount,size={1}m {0}; in a container docker run "
                        "--shm-size={1}m), take fewer sensors or --precision float32",
                        folder, bytes * 5 / 4'000'000 + 64)};
}

void require_room(const std::string& folder, std::int64_t bytes) {
    struct statvfs system {};
    if (statvfs(folder.c_str(), &system) != 0) return;  // unknown: taking the pages will tell
    const auto free =
        static_cast<std::int64_t>(system.f_bavail) * static_cast<std::int64_t>(system.f_frsize);
    if (free < bytes + kControlBytes)
        throw too_small(folder, bytes, fmt::format("{} are free", megabytes(free)));
}

// Takes the pages of this rank's part of [data, data + bytes) from the folder. Other programs may
// have filled it since the check; kernels before 5.14 cannot tell, then the check has to do.
void take_pages(const Communicator& node, void* data, std::int64_t bytes,
                const std::string& folder) {
    const auto page = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<std::int64_t>(data);
    const auto first_page = address / page;
    const auto pages = (address + bytes + page - 1) / page - first_page;
    const auto begin = first_page + pages * node.rank() / node.size();
    const auto end = first_page + pages * (node.rank() + 1) / node.size();
#ifdef MADV_POPULATE_WRITE
    if (begin < end &&
        madvise(reinterpret_cast<void*>(begin * page),
                static_cast<std::size_t>((end - begin) * page), MADV_POPULATE_WRITE) != 0 &&
        (errno == EFAULT || errno == ENOMEM))
        throw too_small(folder, bytes, "another program has taken the room");
#endif
}

}  // namespace

SharedMemory::SharedMemory(const Communicator& job, const Communicator& node, std::int64_t bytes)
    : node_(node) {
    const bool shares = node.size() > 1;
    const std::string folder = shares ? shared_memory_folder() : "";
    together(job, [&] {
        if (!shares) own_ = torch::empty({bytes}, torch::kUInt8);
        if (shares && node.is_root()) require_room(folder, bytes);
    });
    data_ = shares ? nullptr : own_.data_ptr();
    if (shares) allocate_window(bytes, folder);
    together(job, [&] {
        if (shares) take_pages(node, data_, bytes, folder);
    });
}

void SharedMemory::allocate_window(std::int64_t bytes, const std::string& folder) {
    // Rank 0 of the node allocates everything.
    const auto size = static_cast<MPI_Aint>(node_.is_root() ? bytes + kAlignment : 0);
    void* base = nullptr;
    const Waiting waiting(*node_.handle().clock);
    // Fails on this rank alone, in the middle of a collective in which the others wait: no
    // agreement is possible, and main ends the job.
    if (MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, node_.handle().comm, &base, &window_) !=
        MPI_SUCCESS)
        throw too_small(folder, bytes, "Open MPI could not allocate it");
    check_mpi(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
    MPI_Aint whole = 0;
    int unit = 1;
    check_mpi(MPI_Win_shared_query(window_, 0, &whole, &unit, &base), "MPI_Win_shared_query");
    check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
    // The ranks map the same pages at other addresses, but at the same offset within a page.
    const auto address = reinterpret_cast<std::int64_t>(base);
    data_ = static_cast<char*>(base) + (kAlignment - address % kAlignment) % kAlignment;
}

SharedMemory::~SharedMemory() {
    if (window_ == MPI_WIN_NULL || !mpi_is_running() || unwinding_()) return;
    const Waiting waiting(*node_.handle().clock);
    MPI_Win_unlock_all(window_);
    MPI_Win_free(&window_);
}

void SharedMemory::publish() {
    if (window_ == MPI_WIN_NULL) return;
    check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
    node_.barrier();
    check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
}

}  // namespace dcrnn
