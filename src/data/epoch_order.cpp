#include "dcrnn/data/epoch_order.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>
#include <utility>

namespace dcrnn {
namespace {

// The finaliser of SplitMix64: neighbouring seeds and epochs become far ones.
std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// Uniform in 0 .. bound-1. The standard's distributions differ between libraries; this does not.
std::uint64_t draw_below(std::uint64_t bound, std::mt19937_64& generator) {
    constexpr std::uint64_t most = std::mt19937_64::max();
    const std::uint64_t fair = most - most % bound;  // a multiple of bound
    std::uint64_t number = generator();
    while (number >= fair) number = generator();
    return number % bound;
}

}  // namespace

std::vector<std::int64_t> epoch_order(std::int64_t count, std::int64_t seed, std::int64_t epoch) {
    std::mt19937_64 generator(
        mix(mix(static_cast<std::uint64_t>(seed)) + static_cast<std::uint64_t>(epoch)));
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t left = order.size(); left > 1; --left)
        std::swap(order[left - 1], order[draw_below(left, generator)]);
    return order;
}

Slice rank_slice(std::int64_t count, int rank, int ranks) {
    assert(count >= 0 && rank >= 0 && rank < ranks);
    const std::int64_t share = count / ranks, larger = count % ranks;
    return {rank * share + std::min<std::int64_t>(rank, larger), share + (rank < larger ? 1 : 0)};
}

}  // namespace dcrnn
