#pragma once
// Memory of large CPU tensors is kept when they are freed and given to the next of equal size. The
// thousands of tensors of a training step come again in every step: from malloc they cost a fresh
// page for every 4 kB each time, and leave holes that make the process about a quarter larger than
// its tensors. What is held exceeds the most that was in use at once by an eighth of it at most.

#include <cstdint>

namespace dcrnn {

// From now on, for the whole process; a program calls it once at its start, before it makes
// tensors.
void reuse_tensor_memory();

struct TensorMemory {  // bytes, of large tensors since reuse_tensor_memory
    std::int64_t in_use = 0;
    std::int64_t most_in_use = 0;  // since the last release
    std::int64_t held = 0;         // from the operating system, in use or not
};
TensorMemory tensor_memory();

// Gives back what is not in use, e.g. when the batches change their size for good.
void release_tensor_memory();

}  // namespace dcrnn
