#!/usr/bin/env bash
# Installs what is missing to build the program on Debian 12 or 13, and with --tests what its tests need.
# As root or with sudo; does nothing when all is there. DCRNN_INSTALL=no skips it (another system, or
# libraries from environment modules).
set -euo pipefail
[ "${DCRNN_INSTALL:-yes}" != no ] || exit 0

packages=(
  cmake g++ ninja-build pkg-config
  libtorch-dev                    # tensors and automatic differentiation
  libdnnl-dev                     # oneDNN: float32 products; the library itself comes with LibTorch
  libopenblas0-openmp             # LibTorch's products, on the same threads; the reference BLAS is some 50 times slower
  libopenmpi-dev openmpi-bin
  libhdf5-dev libboost-program-options-dev libfmt-dev libhowardhinnant-date-dev libcsv-dev libxxhash-dev libzip-dev
  libyaml-cpp-dev
)
optional=()                       # installed where the system has them
if [ "${1:-}" = --tests ]; then
  packages+=(libboost-test-dev git)
  packages+=(slurm-wlm slurm-wlm-basic-plugins munge iproute2)  # tests on several hosts
  optional+=(clang-format-14 clang-tidy-14)
fi

stop() { echo "install_dependencies: $1" >&2; exit 1; }

# A LibTorch of the user's choice must not be mixed with the system's.
IFS=: read -ra prefixes <<< "${CMAKE_PREFIX_PATH:-}"
for prefix in "${prefixes[@]}"; do
  if [ -f "$prefix/share/cmake/Torch/TorchConfig.cmake" ]; then packages=("${packages[@]/libtorch-dev}"); fi
done

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  stop "this system has no apt-get (only Debian 12 and 13 are known here): install the equivalents of
  ${packages[*]}
  and run this again with DCRNN_INSTALL=no"
fi

missing=()
for package in "${packages[@]}"; do
  if [ -n "$package" ] && ! installed "$package"; then missing+=("$package"); fi
done
for package in "${optional[@]}"; do
  if ! installed "$package" && apt-cache show "$package" >/dev/null 2>&1; then missing+=("$package"); fi
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || stop "these packages are missing, and only root can install them: ${missing[*]}
  Run this as root, or install sudo, or ask the administrator for them."
  as_root=(sudo)
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" >>"$log" 2>&1; }

echo "Installing ${missing[*]}"
apt update || echo "install_dependencies: apt-get update failed, going on with the lists at hand" >&2
if ! apt install --yes --no-install-recommends "${missing[@]}"; then
  tail -n 15 "$log" >&2
  stop "apt-get could not install the packages (its last lines are above): mend that and run this again"
fi
# On a machine that had no package lists the optional ones are only known now.
for package in "${optional[@]}"; do
  if ! installed "$package" && apt-cache show "$package" >/dev/null 2>&1; then
    apt install --yes --no-install-recommends "$package" || echo "install_dependencies: no $package" >&2
  fi
done
