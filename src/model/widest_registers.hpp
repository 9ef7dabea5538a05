#pragma once
// One build serves all processors: a loop is compiled for several widths of registers, and the
// processor chooses.

namespace dcrnn {

#if defined(__x86_64__)
template <class Loop>
[[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,fma")]] void in_512_bits(const Loop& loop) {
    loop();
}

template <class Loop>
[[gnu::target("avx2,fma")]] void in_256_bits(const Loop& loop) {
    loop();
}

// The loop is a lambda that is always inlined.
template <class Loop>
void in_widest_registers(const Loop& loop) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) {
        in_512_bits(loop);
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        in_256_bits(loop);
    } else {
        loop();
    }
}
#else
template <class Loop>
void in_widest_registers(const Loop& loop) {
    loop();
}
#endif

}  // namespace dcrnn
