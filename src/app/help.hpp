#pragma once
// The text of --help.

#include "invocation.hpp"

#include <string>

namespace dcrnn {

std::string help_text(Command command);

}  // namespace dcrnn
