#pragma once
// The windows of a batch are computed in parts, each from its first to its last step by one thread:
// what a part needs stays in that core's cache, and threads do not wait for each other.

#include <torch/types.h>

#include <algorithm>
#include <cstdint>

namespace dcrnn {

// One thread's share of a batch: windows first .. last - 1, `size` at a time.
struct WindowRange {
    std::int64_t first, last, size;

    template <class Work>
    void for_each_part(const Work& work) const {
        for (std::int64_t part = first; part < last; part += size)
            work(part, std::min(size, last - part));
    }
};

// How many windows make a part, 1 or more: enough rows to keep the products busy, few enough for a
// cache, and of about equal size on all threads.
std::int64_t windows_per_part(std::int64_t windows, std::int64_t sensors, torch::Device device);

}  // namespace dcrnn
