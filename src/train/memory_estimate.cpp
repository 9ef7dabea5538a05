#include "dcrnn/train/memory_estimate.hpp"

#include "dcrnn/data/series.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/system_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

std::string gigabytes(std::int64_t bytes) {
    return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

// Nothing has as much memory, and an int64 holds the sum of a few of it.
constexpr double kMostBytes = 1e18;

std::int64_t whole(double bytes) { return static_cast<std::int64_t>(std::min(bytes, kMostBytes)); }

double bytes_of(torch::Dtype type) { return static_cast<double>(torch::elementSize(type)); }

double value_bytes(const RunSizes& sizes) { return bytes_of(element_type(sizes.precision)); }

// In double, as the square of a great number of sensors may be more than an int64 holds.
double square_of_sensors(const RunSizes& sizes) {
    return static_cast<double>(sizes.sensors) * static_cast<double>(sizes.sensors);
}

double support_bytes(const RunSizes& sizes) {
    const torch::Dtype type = copies_type(sizes.precision);
    if (sizes.storage == SupportStorage::dense)  // and the transposes
        return static_cast<double>(sizes.network.matrices - 1) * square_of_sensors(sizes) * 2 *
               bytes_of(type);
    const double element = std::max(4.0, bytes_of(type));  // the weights are not rounded
    return 4 * (static_cast<double>(sizes.nonzeros) * (4 + element) +
                static_cast<double>(sizes.sensors + 1) * 8);
}

// While the supports are made; given back before the first step.
double making_bytes(const RunSizes& sizes) {
    const double polynomials = sizes.storage == SupportStorage::dense
                                   ? static_cast<double>(sizes.network.matrices - 1)
                                   : 0;
    return (5 + polynomials) * square_of_sensors(sizes) * 8;
}

struct BatchBytes {
    double held = 0;     // raw windows; inputs, targets, mask and teacher
    double scoring = 0;  // errors in double
};

BatchBytes batch_bytes(const RunSizes& sizes, std::int64_t windows) {
    const auto inputs = static_cast<double>(sizes.seq_len * sizes.network.input_width);
    const auto outputs = static_cast<double>(sizes.network.horizon * sizes.network.output_dim);
    const double rows = static_cast<double>(windows) * static_cast<double>(sizes.sensors);
    constexpr double scoring = 40;  // bytes for each target
    return {rows * (2 * inputs + 5 * outputs) * value_bytes(sizes), rows * outputs * scoring};
}

// At the worst moment of a step, or while a batch is scored.
double step_bytes(const RunSizes& sizes, std::int64_t windows) {
    const BatchBytes batch = batch_bytes(sizes, windows);
    const auto activations = activation_bytes(
        sizes.network, sizes.seq_len, sizes.sensors, windows, sizes.device,
        {whole(value_bytes(sizes)), whole(bytes_of(copies_type(sizes.precision)))});
    return batch.held + std::max(static_cast<double>(activations.training),
                                 static_cast<double>(activations.evaluation) + batch.scoring);
}

// What a rank still has to take before and during its first step.
std::int64_t still_to_take(const MemoryNeed& need) {
    return need.supports + need.activations + need.optimizer;
}

// What this rank may still take: its part of the node, within its own address space.
std::int64_t room_of_rank(const Communicator& node) {
    return std::min(available_memory() / node.size(), address_space_room());
}

// The largest batch below sizes.batch_size of which a rank with this room can hold its share; 0:
// none.
std::int64_t largest_batch(RunSizes sizes, int ranks, std::int64_t room) {
    const auto fits = [&](std::int64_t batch) {
        sizes.batch_size = batch;
        return still_to_take(estimate_memory(sizes, ranks)) <= room;
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
    // Each rank maps the whole of what the node holds once.
    const auto room = comm.min(std::min(available_memory(), address_space_room()));
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
    const double step = step_bytes(sizes, (sizes.batch_size + ranks - 1) / ranks);
    need.supports = whole(support_bytes(sizes) + std::max(0.0, making_bytes(sizes) - step));
    need.activations = whole(step);
    need.optimizer =
        whole(8.0 * static_cast<double>(parameter_count(sizes.network)) * value_bytes(sizes));
    return need;
}

MemoryNeed check_memory(const Communicator& comm, const RunSizes& sizes) {
    const auto need = estimate_memory(sizes, comm.size());
    const auto asked = still_to_take(need);  // the same on every rank
    const auto tightest = comm.min(
        room_of_rank(comm.node()));  // speaks for all, so that every rank throws the same words
    if (asked <= tightest) return need;

    const auto fitting = largest_batch(sizes, comm.size(), tightest);
    throw AgreedError(Error(
        ErrorKind::memory,
        fmt::format("a batch of {} windows does not fit into memory", sizes.batch_size),
        fmt::format("each rank needs {} more and has room for {}", gigabytes(asked),
                    gigabytes(tightest)),
        fitting > 0 ? fmt::format("give --batch-size {}, or more nodes", fitting)
                    : "not even one window fits: use hosts with more memory, fewer --threads (each "
                      "computes windows of its own), fewer --rnn-units or a shorter --seq-len"));
}

}  // namespace dcrnn
