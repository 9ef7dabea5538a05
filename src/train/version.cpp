#include "dcrnn/train/version.hpp"

#include "dcrnn/mpi/session.hpp"

#include <fmt/format.h>
#include <torch/version.h>

namespace dcrnn {

std::string version() { return DCRNN_VERSION; }

std::string library_versions() {
    return fmt::format("LibTorch {}, {}", TORCH_VERSION, mpi_library_version());
}

}  // namespace dcrnn
