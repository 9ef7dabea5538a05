#!/usr/bin/env bash
# run.sh SECONDS [NAME...]: builds the fuzzers with clang and lets each run so long, from the committed
# inputs (tests/fuzz/corpus, tests/data) and from what earlier runs found (build-fuzz/found). An input
# that breaks a reader stays in build-fuzz as crash-..., and the status is not 0. DCRNN_FUZZ_SEED, a
# number, makes the inputs the same in each run that starts from nothing.
# run.sh --possible: whether they can be built here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
clang=$(command -v clang++ clang++-14 clang++-19 | head -n 1) || true
if [ "${1:-}" = --possible ]; then  # clang is there, and its library for fuzzers
  [ -n "$clang" ] || exit 1
  echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    "$clang" -fsanitize=fuzzer -x c++ - -o /dev/null 2>/dev/null
  exit
fi
seconds=$1
shift
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(npy npz csv pickle graph pytorch yaml readings)
cmake -S tests/fuzz -B build-fuzz -G Ninja -DCMAKE_BUILD_TYPE= -DCMAKE_CXX_COMPILER="$clang" >/dev/null
cmake --build build-fuzz --target "${names[@]/#/fuzz_}" --parallel "$(nproc)"

for name in "${names[@]}"; do
  mkdir -p "build-fuzz/found/$name"
  seeds=("build-fuzz/found/$name" "tests/fuzz/corpus/$name")
  case $name in npy | npz | graph) seeds+=(tests/data) ;; esac
  echo "== $name: $seconds s"
  # One allocation may be 64 MB: 1,032 (deflate) times 8 (a byte as a double) of 4 KB, twice over. The
  # sanitizer itself watches all of the memory: libFuzzer's own limit prints who holds it, for an hour.
  ASAN_OPTIONS=detect_leaks=0:hard_rss_limit_mb=1024 timeout --signal=KILL $((seconds + 60)) \
    "build-fuzz/fuzz_$name" -max_total_time="$seconds" -seed="${DCRNN_FUZZ_SEED:-0}" -max_len=4096 -timeout=10 \
    -malloc_limit_mb=64 -rss_limit_mb=0 -artifact_prefix=build-fuzz/ -print_final_stats=1 \
    "${seeds[@]}" >"build-fuzz/$name.log" 2>&1 || { tail -n 40 "build-fuzz/$name.log"; exit 1; }
  grep -E "cov:" "build-fuzz/$name.log" | tail -n 1
  grep -E "number_of_executed_units" "build-fuzz/$name.log"
done
