#pragma once
// One build serves all processors: a loop is compiled for several widths of registers, and the
// processor chooses.

#include <type_traits>

namespace dcrnn {

template <int count>
using RegisterBytes = std::integral_constant<int, count>;

#if defined(__x86_64__)
template <class Loop>
[[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")]] void in_512_bits(
    const Loop& loop) {
    loop(RegisterBytes<64>{});
}

template <class Loop>
[[gnu::target("avx2,fma")]] void in_256_bits(const Loop& loop) {
    loop(RegisterBytes<32>{});
}

// The loop is a lambda that is always inlined; it is told the width.
template <class Loop>
void in_widest_registers(const Loop& loop) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        in_512_bits(loop);
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        in_256_bits(loop);
    } else {
        loop(RegisterBytes<16>{});
    }
}
#else
template <class Loop>
void in_widest_registers(const Loop& loop) {
    loop(RegisterBytes<16>{});
}
#endif

}  // namespace dcrnn
