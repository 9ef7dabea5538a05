#pragma once
// The folder of a run: names of its files, a lock that dies with its process, and setting an
// earlier run aside. Rank 0 only.

#include <memory>
#include <string>

namespace dcrnn {

enum class StartRule { resume, restart };

class RunDirectory {
public:
    // Creates the folder and locks it. restart: a folder with an earlier run is first renamed to
    // <name>.old-K. Throws Error(usage) when it cannot be written or another process holds the lock
    // (named).
    RunDirectory(const std::string& name, StartRule rule);

    // Throws Error(other) when the folder is gone or another, or the lock another process's: moved
    // or removed while the run goes on. Writing there would make a second folder without a lock,
    // or meddle with another run.
    void require_ours();

    const std::string& path() const { return path_; }
    const std::string& set_aside() const {
        return set_aside_;
    }                                                 // where restart moved the old run; or empty
    std::string file(const std::string& name) const;  // path of a file in it

private:
    struct Lock;
    std::string path_, set_aside_;
    std::shared_ptr<Lock> lock_;
};

}  // namespace dcrnn
