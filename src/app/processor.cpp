#include "processor.hpp"

#include "blas.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/train/run_setup.hpp"

#include <ATen/Parallel.h>

namespace dcrnn {
namespace {

// With more threads than cores a measurement would blame the library for the crowd.
bool can_measure(const Communicator& comm, int threads) {
    return comm.node().size() * threads <= cores_of_node();
}

}  // namespace

void prepare_processor(const Communicator& comm, const RunOptions& options, const Logger& logger) {
    const int threads = threads_of(comm, options);
    at::set_num_threads(threads);
    const auto warnings = binding_warnings(comm, threads);
    const bool measurable = can_measure(comm, threads);
    if (!comm.is_root()) return;
    for (const auto& warning : warnings) logger(LogLevel::warning, warning);
    if (!measurable) return;
    if (const auto warning = slow_product_warning()) logger(LogLevel::warning, *warning);
}

}  // namespace dcrnn
