#include "checkpoint_choice.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/checkpoint.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace dcrnn {
namespace fs = std::filesystem;
namespace {

bool is_there(const std::string& path) {
    std::error_code error;  // of one that cannot be looked at: its reader says why
    return fs::status(path, error).type() != fs::file_type::not_found;
}

// last.h5 holds the best weights too.
std::string checkpoint_of_run(const std::string& run_dir, const Logger& logger) {
    const auto folder = run_dir + "/checkpoints/", best = folder + "best.h5",
               last = folder + "last.h5";
    require(is_there(best) || is_there(last), ErrorKind::data,
            fmt::format("no checkpoint in '{}/checkpoints'", run_dir),
            "neither best.h5 nor last.h5 is there",
            "check --run-dir, or train first with the same --run-dir");
    if (!is_there(best)) return last;
    try {
        read_checkpoint(best);
    } catch (const Error& error) {
        if (!is_there(last) || !read_checkpoint(last).state.best_parameters.defined()) throw;
        logger(LogLevel::warning,
               fmt::format("{}; the best weights are read from '{}'", error.what(), last));
        return last;
    }
    return best;
}

}  // namespace

std::string choose_checkpoint(const Communicator& comm, const Invocation& invocation,
                              const Logger& logger) {
    return on_root(comm, [&] {
        const std::string run_dir = apply(invocation.settings, Options{}).run.run_dir;
        const std::string& checkpoint = invocation.arguments.checkpoint;
        require(run_dir.empty() || checkpoint.empty(), ErrorKind::usage,
                "--run-dir and --checkpoint are both given", "either names the network",
                "leave one away");
        require(!run_dir.empty() || !checkpoint.empty(), ErrorKind::usage,
                "no trained network is named", "",
                "give --run-dir DIR of a training, or --checkpoint FILE");
        return checkpoint.empty() ? checkpoint_of_run(run_dir, logger) : checkpoint;
    });
}

}  // namespace dcrnn
