#pragma once

#include <string>

namespace dcrnn {

std::string version();           // of this project, e.g. 0.1.0
std::string library_versions();  // "LibTorch 1.13.1, Open MPI v4.1.4": for logs and checkpoints

}  // namespace dcrnn
