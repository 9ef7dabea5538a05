#pragma once
// Configuration files: lines `key = value` with the names of the options, in any order; `#` begins
// a comment, at the start of a line or after a blank. Double quotes may enclose a value and keep a
// `#` in it.

#include "invocation.hpp"

#include <string>

namespace dcrnn {

// Throws Error(usage) with file and line: cannot be read, no `=`, unknown key (with the nearest
// known one), a value that cannot be read, a key twice.
Settings read_config_file(const std::string& path);

}  // namespace dcrnn
