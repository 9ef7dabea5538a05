#include "version.hpp"

#include "blas.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/mpi/session.hpp"
#include "dcrnn/train/version.hpp"

#include <fmt/format.h>
#include <torch/cuda.h>
#include <torch/version.h>

namespace dcrnn {

std::string version_text() {
    return fmt::format(
        "dcrnn_mpi {}\n"
        "LibTorch  {}\n"
        "MPI       {}\n"
        "HDF5      {}\n"
        "products  {}\n"
        "CUDA      {}\n",
        version(), TORCH_VERSION, mpi_library_version(), hdf5_library_version(),
        product_libraries(), torch::cuda::is_available() ? "yes" : "no");
}

}  // namespace dcrnn
