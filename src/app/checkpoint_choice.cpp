#include "checkpoint_choice.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace dcrnn {
namespace fs = std::filesystem;
namespace {

std::string checkpoint_of_run(const std::string& run_dir) {
    for (const auto* name : {"best.h5", "last.h5"}) {
        const std::string path = run_dir + "/checkpoints/" + name;
        std::error_code error;  // of one that cannot be looked at: its reader says why
        if (fs::status(path, error).type() != fs::file_type::not_found) return path;
    }
    throw Error(ErrorKind::data, fmt::format("no checkpoint in '{}/checkpoints'", run_dir),
                "neither best.h5 nor last.h5 is there",
                "check --run-dir, or train first with the same --run-dir");
}

}  // namespace

std::string choose_checkpoint(const Communicator& comm, const Invocation& invocation) {
    return on_root(comm, [&] {
        const std::string run_dir = apply(invocation.settings, Options{}).run.run_dir;
        const std::string& checkpoint = invocation.arguments.checkpoint;
        require(run_dir.empty() || checkpoint.empty(), ErrorKind::usage,
                "--run-dir and --checkpoint are both given", "either names the network",
                "leave one away");
        require(!run_dir.empty() || !checkpoint.empty(), ErrorKind::usage,
                "no trained network is named", "",
                "give --run-dir DIR of a training, or --checkpoint FILE");
        return checkpoint.empty() ? checkpoint_of_run(run_dir) : checkpoint;
    });
}

}  // namespace dcrnn
