#pragma once
// The text of --version.

#include <string>

namespace dcrnn {

std::string version_text();

}  // namespace dcrnn
