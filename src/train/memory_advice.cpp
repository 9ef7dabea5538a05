#include "dcrnn/train/memory_advice.hpp"

#include "dcrnn/mpi/together.hpp"

#include <fmt/format.h>

namespace dcrnn {

void with_memory_advice(std::int64_t batch_size, const std::function<void()>& work) {
    try {
        work();
    } catch (const Error&) {  // has its words already
        throw;
    } catch (...) {
        const Error error = current_error();
        if (error.kind() != ErrorKind::memory) throw;
        throw Error(ErrorKind::memory,
                    fmt::format("a batch of {} windows does not fit into memory", batch_size),
                    "it ran out at work, though the estimate fitted",
                    batch_size > 1
                        ? fmt::format("give --batch-size {} or less, or more nodes", batch_size / 2)
                        : "not even one window fits: use hosts with more memory");
    }
}

}  // namespace dcrnn
