// dcrnn_mpi: one program, on one process or on the ranks of an MPI job.

#include "dcrnn/model/tensor_memory.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/mpi/launcher.hpp"
#include "dcrnn/mpi/session.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/interruption.hpp"
#include "failure.hpp"
#include "program.hpp"

namespace {

int run_on_all_ranks(const std::vector<std::string>& words) {
    const auto world = dcrnn::Communicator::world();
    try {
        return dcrnn::run_program(world, words);
    } catch (const dcrnn::AgreedError& error) {
        if (world.is_root()) dcrnn::report(error);
        return error.exit_code();
    } catch (...) {
        return dcrnn::fail_alone(world, dcrnn::current_error());
    }
}

}  // namespace

int main(int argc, char** argv) {
    dcrnn::watch_signals();
    dcrnn::reuse_tensor_memory();
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        const dcrnn::MpiSession session(argc, argv);
        return run_on_all_ranks(words);
    } catch (...) {  // MPI has not joined the ranks, so that each of them comes here
        const dcrnn::Error error = dcrnn::current_error();
        if (dcrnn::is_first_process()) dcrnn::report(error);
        return error.exit_code();
    }
}
