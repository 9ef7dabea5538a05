#include "failure.hpp"

#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

namespace dcrnn {
namespace {

void print(const Error& error, const std::string& where) {
    // What the user stopped is no error; the exit code tells scripts.
    const char* const kind = error.kind() == ErrorKind::interrupted ? "" : "error: ";
    std::string text = fmt::format("dcrnn_mpi: {}{}{}", kind, where, error.what());
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::cout.flush();
    std::cerr << text + '\n' << std::flush;
}

// Several ranks may meet the same trouble at once. The lowest speaks first and ends the job; the
// others are gone before their turn.
void wait_for_lower_ranks(int rank) {
    constexpr auto kTurn = std::chrono::milliseconds(400);
    constexpr int kMostTurns = 20;
    std::this_thread::sleep_for(kTurn * std::min(rank, kMostTurns));
}

}  // namespace

void report(const Error& error) { print(error, ""); }

int fail_alone(const Communicator& world, const Error& error) {
    if (world.size() == 1) {
        report(error);
        return error.exit_code();
    }
    wait_for_lower_ranks(world.rank());
    print(error, fmt::format("rank {} on {}: ", world.rank(), host_name()));
    abort_all(error.exit_code());
}

}  // namespace dcrnn
