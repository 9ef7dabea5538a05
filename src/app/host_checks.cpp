#include "host_checks.hpp"

#include "blas.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/library_settings.hpp"
#include "dcrnn/product/matrix_product.hpp"
#include "dcrnn/train/run_setup.hpp"
#include "dcrnn/train/system_memory.hpp"

#include <ATen/Parallel.h>
#include <fmt/format.h>
#include <torch/cuda.h>

#include <cstdlib>
#include <sys/statvfs.h>

namespace dcrnn {
namespace {

constexpr std::int64_t kSmallShared = 64 << 20;  // bytes; Docker's default for /dev/shm

std::string gigabytes(std::int64_t bytes) {
    return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
}

Finding products(const Communicator& node) {
    std::optional<std::string> warning;
    double gflops = 0;
    // Alone on its cores, while the others wait for the broadcast.
    if (node.is_root()) {
        gflops = product_gflops();
        warning = slow_product_warning();
    }
    node.broadcast(&gflops, sizeof gflops, 0);
    return {"products",
            fmt::format("{}: {:.0f} GFLOP/s on {} thread(s)", product_libraries(), gflops,
                        at::get_num_threads()),
            warning.value_or("")};
}

Finding bfloat16() {
    switch (bfloat16_support()) {
        case Bfloat16Support::tiles:
            return {"bfloat16", "tiles (AMX): --precision bfloat16 is worth a try"};
        case Bfloat16Support::vectors:
            return {"bfloat16", "vectors (AVX512-BF16): --precision bfloat16 gains little"};
        case Bfloat16Support::none:
            break;
    }
    return {"bfloat16", "none: --precision bfloat16 is refused"};
}

Finding threads_and_cores(const Communicator& node, int threads) {
    return {"cores", fmt::format("{} cores; {} rank(s) of {} thread(s)", cores_of_node(),
                                 node.size(), threads)};
}

Finding yielding(const Communicator& node, int threads) {
    const bool crowded = node.size() * threads > cores_of_node();
    const auto yields = control_variable("mpi_yield_when_idle");
    const bool spins = yields && *yields == "0";
    if (!crowded || node.size() == 1) return {"waiting", "each rank has cores of its own"};
    return {"waiting",
            fmt::format("more threads than cores, waiting ranks {}", spins ? "spin" : "yield"),
            spins ? "set OMPI_MCA_mpi_yield_when_idle=1, or start fewer ranks" : ""};
}

Finding memory() {
    return {"memory", gigabytes(available_memory()) + " available to the job's processes"};
}

Finding shared_memory(const Communicator& node) {
    const std::string folder = shared_memory_folder();
    struct statvfs system {};
    if (statvfs(folder.c_str(), &system) != 0)
        return {"shared memory", folder + " cannot be read", "mount a tmpfs there"};
    const auto free =
        static_cast<std::int64_t>(system.f_bavail) * static_cast<std::int64_t>(system.f_frsize);
    const bool little = node.size() > 1 && free <= kSmallShared;
    return {"shared memory", fmt::format("{} free in {}", gigabytes(free), folder),
            little
                ? fmt::format("the readings of all ranks lie there: mount -o remount,size=2g {0}; "
                              "in a container docker run --shm-size=2g",
                              folder)
                : ""};
}

Finding gpus(const Communicator& node) {
    const auto count = static_cast<int>(torch::cuda::device_count());
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    if (count == 0)
        return {"GPUs", "none",
                visible == nullptr || *visible == '\0'
                    ? ""
                    : "the job has GPUs (CUDA_VISIBLE_DEVICES) that this LibTorch "
                      "cannot use: build with a LibTorch for CUDA (README)"};
    const bool crowded = node.size() > count;
    return {"GPUs",
            fmt::format("{}; MPI {} device pointers", count,
                        takes_device_pointers() ? "takes" : "does not take"),
            crowded ? fmt::format("{} ranks share them: start {} on this host", node.size(), count)
                    : ""};
}

}  // namespace

std::vector<Finding> check_host(const Communicator& comm, const RunOptions& options) {
    const int threads = threads_of(comm, options);
    at::set_num_threads(threads);
    const auto node = comm.node();
    return {products(node),
            bfloat16(),
            threads_and_cores(node, threads),
            yielding(node, threads),
            memory(),
            shared_memory(node),
            gpus(node)};
}

}  // namespace dcrnn
