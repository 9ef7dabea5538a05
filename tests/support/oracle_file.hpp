#pragma once
// The file of results of the published code, or another one of the same layout.

#include "dcrnn/files/hdf5_file.hpp"

#include <ATen/ATen.h>

#include <cstdlib>
#include <string>

namespace dcrnn::support {

inline std::string oracle_path() {
    const char* other = std::getenv("DCRNN_ORACLE");
    if (other != nullptr && *other != '\0') return other;
    return std::string(std::getenv("DCRNN_TEST_DATA")) + "/torchts_dcrnn.h5";
}

inline at::Tensor read_tensor(const Hdf5File& file, const std::string& dataset) {
    return at::tensor(file.read<double>(dataset), at::kDouble).view(file.info(dataset).shape);
}

}  // namespace dcrnn::support
