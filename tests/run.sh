#!/usr/bin/env bash
# All tests, from a fresh Debian 12 or 13: installs what is missing, builds, runs ctest, runs the unit tests
# again under the address and undefined-behaviour sanitizers (as C++20), checks the format, lets
# clang-tidy read what the last commit changed, and with clang runs the fuzzers for seconds. The status
# is not 0 when anything failed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bash jobs/install_dependencies.sh --tests || exit 1
failed=()

step() {  # step NAME COMMAND...
  local name=$1 start=$SECONDS
  shift
  echo "== $name"
  "$@" || failed+=("$name")
  echo "== $name: $((SECONDS - start)) s"
}

run_ctest() {  # run_ctest FOLDER OPTIONS...: tests that need several ranks say so; ctest -j respects it
  local folder=$1
  shift
  ctest --test-dir "$folder" --parallel "$(nproc)" --no-tests=error --timeout 120 --output-on-failure "$@" \
    2>&1 | tee "$folder/ctest.log"
}

step format bash tests/check_format.sh
step build bash jobs/build.sh build -DCMAKE_BUILD_TYPE=Release -DDCRNN_BUILD_TESTS=ON -DDCRNN_WARNINGS_AS_ERRORS=ON
step tests run_ctest build
step sanitizer-build bash jobs/build.sh build-sanitize -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_STANDARD=20 \
  -DDCRNN_SANITIZE=ON -DDCRNN_BUILD_TESTS=ON -DDCRNN_WARNINGS_AS_ERRORS=ON
step sanitizer-tests run_ctest build-sanitize
step clang-tidy bash tests/run_clang_tidy.sh
if bash tests/fuzz/run.sh --possible; then step fuzzers env DCRNN_FUZZ_SEED=1 bash tests/fuzz/run.sh 10; fi

for folder in build build-sanitize; do
  echo "== $folder: last lines of ctest"
  sed -n '/tests passed/,$p' "$folder/ctest.log"
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "FAILED: ${failed[*]}"
  exit 1
fi
echo "all passed in $((SECONDS / 60)) minutes"
