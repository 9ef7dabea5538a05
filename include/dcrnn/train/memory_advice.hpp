#pragma once
// The estimate before the first step cannot foresee everything, such as what other programs on the
// host take meanwhile. Where memory runs out after all, the advice is the same as beforehand.

#include <cstdint>
#include <functional>

namespace dcrnn {

// Runs work on global batches of this size. Where an allocation fails in it, throws Error(memory)
// that names a --batch-size to try; passes on every other error, agreed ones included.
void with_memory_advice(std::int64_t batch_size, const std::function<void()>& work);

}  // namespace dcrnn
