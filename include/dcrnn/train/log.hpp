#pragma once
// Where the words of a run go. Only rank 0 calls a Logger; a library user gives one, the program's
// prints info to stdout, warnings to stderr and both to log.txt.

#include <functional>
#include <string>

namespace dcrnn {

enum class LogLevel { info, warning };
using Logger = std::function<void(LogLevel, const std::string&)>;

Logger silent_logger();

}  // namespace dcrnn
