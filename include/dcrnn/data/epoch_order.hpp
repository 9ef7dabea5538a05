#pragma once
// The order of an epoch is a function of (count, seed, epoch): equal on every rank, on every
// platform, for any number of ranks. A rank takes its slice of each global batch. No state, no
// ranks beyond numbers.

#include <cstdint>
#include <vector>

namespace dcrnn {

// A permutation of 0 .. count-1.
std::vector<std::int64_t> epoch_order(std::int64_t count, std::int64_t seed, std::int64_t epoch);

struct Slice {
    std::int64_t first = 0, count = 0;
};

// The contiguous part of `count` things that is `rank`'s out of `ranks`; parts differ by at most
// one, the first ones are the larger ones, and they may be empty.
Slice rank_slice(std::int64_t count, int rank, int ranks);

}  // namespace dcrnn
