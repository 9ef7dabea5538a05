#include "dcrnn/train/run_directory.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/train/whole_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dcrnn {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void cannot_write(const std::string& path, const std::string& reason) {
    throw Error(ErrorKind::usage, fmt::format("cannot write the run directory '{}'", path), reason,
                "name another one with --run-dir, or mend its rights");
}

std::string free_name(const std::string& path) {
    int number = 1;
    std::error_code error;  // a name that cannot be looked at fails when it is used
    while (fs::exists(fmt::format("{}.old-{}", path, number), error)) ++number;
    return fmt::format("{}.old-{}", path, number);
}

// "runs/a/" names the same folder, but "runs/a/.old-1" one inside it.
std::string without_slash_at_end(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

// Behind an open file and behind a name. Open files hold their inode, so that no other gets its
// number, not even on file systems that number anew.
enum class Behind { nothing, same, another };

Behind behind(const std::string& name, int open_file) {
    struct stat known {
    }, found{};
    if (::stat(name.c_str(), &found) != 0 || ::fstat(open_file, &known) != 0)
        return Behind::nothing;
    const bool same = known.st_dev == found.st_dev && known.st_ino == found.st_ino;
    return same ? Behind::same : Behind::another;
}

std::string own_name() {
    char host[256] = "?";
    ::gethostname(host, sizeof host - 1);
    return fmt::format("process {} on {}", ::getpid(), host);
}

}  // namespace

// flock: the kernel drops it with the process, so a stale file of a dead one blocks nobody.
struct RunDirectory::Lock {
    int file = -1, folder = -1;

    explicit Lock(const std::string& name) {
        const std::string path = name + "/lock";
        file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (file < 0) cannot_write(name, std::strerror(errno));
        try {
            take(name, path);
        } catch (...) {
            ::close(file);
            throw;
        }
        folder = ::open(name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    }

    void take(const std::string& name, const std::string& path) const {
        if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            std::string holder;
            std::ifstream text(path);
            std::getline(text, holder);
            throw Error(ErrorKind::usage, fmt::format("run directory '{}' is in use", name),
                        holder.empty() ? "another process holds its lock" : "locked by " + holder,
                        "wait for that run, or name another --run-dir");
        }  // a file system without locks: go on, nothing better is to be had there
        const std::string owner = own_name() + "\n";
        if (::ftruncate(file, 0) != 0 || ::write(file, owner.data(), owner.size()) < 0)
            cannot_write(name, std::strerror(errno));
    }

    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() {
        ::close(file);
        if (folder >= 0) ::close(folder);
    }
};

RunDirectory::RunDirectory(const std::string& name, StartRule rule)
    : path_(without_slash_at_end(name)) {
    std::error_code error;
    const auto found = fs::status(path_, error);
    if (found.type() == fs::file_type::none) cannot_write(path_, error.message());
    if (fs::exists(found) && !fs::is_directory(found))
        cannot_write(path_, "a file of this name is in the way");
    if (rule == StartRule::restart && fs::exists(found)) {
        const Lock earlier(path_);  // a run under way is not moved
        // The folder itself: where the name is a link, the run would stay where it was.
        path_ = fs::canonical(path_).string();
        set_aside_ = free_name(path_);
        fs::rename(path_, set_aside_, error);
        if (error) cannot_write(path_, error.message());
    }
    fs::create_directories(path_, error);
    if (error) cannot_write(path_, error.message());
    lock_ = std::make_shared<Lock>(path_);
    remove_leftovers(path_);
    remove_leftovers(file("checkpoints"));
}

void RunDirectory::require_ours() {
    require(behind(path_, lock_->folder) == Behind::same, ErrorKind::other,
            fmt::format("run directory '{}' is gone", path_),
            "it was moved or removed while the run goes on",
            "move it back; where it is now it holds all that was saved");
    const auto lock = behind(file("lock"), lock_->file);
    require(lock != Behind::another, ErrorKind::other,
            fmt::format("the lock of run directory '{}' is another one", path_),
            "another run took it while this one goes on", "end one of the two");
    if (lock == Behind::nothing) lock_ = std::make_shared<Lock>(path_);  // somebody tidied up
}

std::string RunDirectory::file(const std::string& name) const { return path_ + "/" + name; }

}  // namespace dcrnn
