#!/usr/bin/env bash
# clang-tidy 14 over the sources that changed since the parent of HEAD. No file is begun later than
# DCRNN_TIDY_MINUTES after the start (10); what was left out is said.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tool=$(command -v clang-tidy-14) || { echo "skipped: clang-tidy 14 is not installed"; exit 0; }
git rev-parse -q --verify HEAD^ >/dev/null || { echo "skipped: HEAD has no parent here"; exit 0; }
mapfile -t changed < <(git diff --name-only --diff-filter=d HEAD^ -- 'src/*.cpp' 'mpi/*.cpp' 'tests/unit/*.cpp' \
                       'tests/mpi/*.cpp' 'tests/bench/*.cpp')
[ ${#changed[@]} -gt 0 ] || { echo "no source changed"; exit 0; }

# Its own folder: GCC's precompiled headers are none for clang.
mkdir -p build-tidy
cmake -S . -B build-tidy -G Ninja -DDCRNN_PRECOMPILE=OFF -DDCRNN_BUILD_TESTS=ON >build-tidy/cmake.log 2>&1 ||
  { tail -n 20 build-tidy/cmake.log; exit 1; }
export tool deadline=$(( $(date +%s) + 60 * ${DCRNN_TIDY_MINUTES:-10} ))
printf '%s\0' "${changed[@]}" | xargs -0 -P "$(nproc)" -I{} bash -c '
  if [ "$(date +%s)" -gt "$deadline" ]; then echo "left out for lack of time: {}"; exit 0; fi
  "$tool" --quiet -p build-tidy "{}" 2>/dev/null'
