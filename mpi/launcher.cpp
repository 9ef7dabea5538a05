#include "dcrnn/mpi/launcher.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/session.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace dcrnn {
namespace {

// The variable as a number that is not negative; nothing if it is unset or anything else.
std::optional<std::int64_t> number(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr) return std::nullopt;
    const std::string_view text(value);
    std::int64_t result = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
    if (error != std::errc() || end != text.data() + text.size() || result < 0) return std::nullopt;
    return result;
}

std::optional<Launch> launch_of(const char* rank_name, const char* size_name) {
    const auto size = number(size_name);
    if (!size || *size < 1) return std::nullopt;
    return Launch{static_cast<int>(number(rank_name).value_or(0)), static_cast<int>(*size),
                  size_name};
}

// Slurm numbers the steps of users from 0; batch script and interactive shell bear numbers at the
// end of 32 bits, or none.
bool inside_slurm_step() {
    const auto step = number("SLURM_STEP_ID");
    return step && *step < 0xfffffff0 && number("SLURM_PROCID");
}

}  // namespace

Launch launch_of_environment() {
    if (auto launch = launch_of("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")) return *launch;
    if (auto launch = launch_of("PMI_RANK", "PMI_SIZE")) return *launch;
    if (inside_slurm_step())
        if (auto launch = launch_of("SLURM_PROCID", "SLURM_STEP_NUM_TASKS")) return *launch;
    if (const auto rank = number("PMIX_RANK"))
        return {static_cast<int>(*rank), static_cast<int>(*rank) + 1, "PMIX_RANK"};
    return {};
}

bool is_first_process() { return launch_of_environment().rank == 0; }

void require_joined_ranks(const Launch& launch, int ranks) {
    if (ranks > 1 || launch.size <= 1) return;
    throw Error(ErrorKind::other, "several processes were started, but each process is alone",
                fmt::format("{} says {}; the program was started by another MPI's launcher",
                            launch.variable, launch.size),
                fmt::format("start it with the mpirun of {}, or with srun --mpi=pmix",
                            mpi_library_version()));
}

}  // namespace dcrnn
