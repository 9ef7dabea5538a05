#!/usr/bin/env bash
# build.sh FOLDER [options of cmake...]: configures and builds into FOLDER, quietly. The output is kept
# in FOLDER/build.log and shown when something fails.
set -euo pipefail
folder=$1
shift
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$folder"
log=$folder/build.log

# A compiler needs about 1.5 GB for a file that includes LibTorch.
cores=$(nproc)
memory=$(awk '/MemAvailable/ { print int($2 / 1.5e6) }' /proc/meminfo)
jobs=$(( memory < 1 ? 1 : memory < cores ? memory : cores ))

generator=()
if [ ! -f "$folder/CMakeCache.txt" ] && command -v ninja >/dev/null; then generator=(-G Ninja); fi

run() {
  if ! "$@" >>"$log" 2>&1; then
    grep -E -A 5 'error:|CMake Error|^FAILED:' "$log" | cut -c 1-300 | head -n 60 >&2 || tail -n 30 "$log" >&2
    echo "build.sh: failed; all of the output is in $log" >&2
    exit 1
  fi
}

: > "$log"
echo "Building into $folder with $jobs jobs"
run cmake -S "$source" -B "$folder" "${generator[@]}" "$@"
run cmake --build "$folder" --parallel "$jobs"
