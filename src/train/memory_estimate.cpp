#include "dcrnn/train/memory_estimate.hpp"

#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/system_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

std::string gigabytes(std::int64_t bytes) {
    return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

std::int64_t support_bytes(const RunSizes& sizes) {
    const auto square = sizes.sensors * sizes.sensors;
    const auto polynomials = sizes.network.matrices - 1;
    const auto making =
        5 * square * std::int64_t{8};  // matrices in double while the supports are made
    if (sizes.storage == SupportStorage::dense)
        return making + polynomials * square * (8 + sizes.element_bytes);
    return making + 4 * sizes.nonzeros * (8 + 4 + sizes.element_bytes);
}

// What a rank still has to take before and during its first step.
std::int64_t still_to_take(const MemoryNeed& need) {
    return need.supports + need.activations + need.optimizer;
}

// The largest global batch of which this node's ranks can hold their shares; 0: none.
std::int64_t largest_batch(RunSizes sizes, int ranks, int ranks_on_node, std::int64_t available) {
    const auto fits = [&](std::int64_t batch) {
        sizes.batch_size = batch;
        return still_to_take(estimate_memory(sizes, ranks)) * ranks_on_node <= available;
    };
    std::int64_t low = 0, high = sizes.batch_size;
    while (low + 1 < high) {
        const auto middle = low + (high - low) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace

std::string MemoryNeed::text() const {
    return fmt::format("{} a rank: program {}, data {}, activations {}, supports {}, optimiser {}",
                       gigabytes(total()), gigabytes(process), gigabytes(data),
                       gigabytes(activations), gigabytes(supports), gigabytes(optimizer));
}

void require_room(const Communicator& comm, std::int64_t bytes_per_node, const std::string& what) {
    const auto room = comm.min(available_memory());
    if (bytes_per_node <= room) return;
    throw AgreedError(Error(ErrorKind::memory, what + " do not fit into memory",
                            fmt::format("a node needs {} for them and has {}",
                                        gigabytes(bytes_per_node), gigabytes(room)),
                            "use hosts with more memory, fewer sensors, or --precision float32"));
}

MemoryNeed estimate_memory(const RunSizes& sizes, int ranks) {
    MemoryNeed need;
    need.data = sizes.data_bytes;
    need.process = std::max<std::int64_t>(0, resident_memory() - sizes.data_bytes);
    need.supports = support_bytes(sizes);
    const auto share = (sizes.batch_size + ranks - 1) / ranks;
    need.activations = activation_bytes(sizes.network, sizes.seq_len, sizes.sensors, share,
                                        sizes.storage, sizes.element_bytes)
                           .training;
    need.optimizer = 8 * parameter_count(sizes.network) * sizes.element_bytes;
    return need;
}

MemoryNeed check_memory(const Communicator& comm, const RunSizes& sizes) {
    const auto need = estimate_memory(sizes, comm.size());
    const int on_node = comm.node().size();
    const auto available = available_memory();
    const auto asked = still_to_take(need) * on_node;
    if (comm.max(asked > available ? 1 : 0) == 0) return need;

    const auto fitting =
        comm.min(asked > available ? largest_batch(sizes, comm.size(), on_node, available)
                                   : sizes.batch_size);
    // The tightest node speaks for all, so that every rank throws the same words.
    const auto tightest = comm.min(available - asked);
    const auto most = comm.max(available - asked == tightest ? asked : 0);
    throw AgreedError(Error(
        ErrorKind::memory,
        fmt::format("a batch of {} windows does not fit into memory", sizes.batch_size),
        fmt::format("a node needs {} more and has {}", gigabytes(most), gigabytes(most + tightest)),
        fitting > 0 ? fmt::format("give --batch-size {} or less, or more nodes", fitting)
                    : "not even one window fits: use more nodes, fewer --rnn-units or a shorter "
                      "--seq-len"));
}

}  // namespace dcrnn
