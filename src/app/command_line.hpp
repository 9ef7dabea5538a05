#pragma once
// From the words of the command line to an invocation: the only place that knows
// Boost.ProgramOptions. Names must be complete; relative paths become absolute, so that every rank
// means the same file. Rank 0 only.

#include "invocation.hpp"

#include <string>
#include <vector>

namespace dcrnn {

// words: without the program's name. Options of --config come first in the settings. Throws
// Error(usage) that names the word and, for a misspelled option, the nearest known one.
Invocation parse_command_line(const std::vector<std::string>& words);

}  // namespace dcrnn
