#pragma once
// Where the words of a run go. Only rank 0 calls a Logger; a library user gives one, the program's
// prints info to stdout, warnings to stderr and both to log.txt.

#include <cstdint>
#include <functional>
#include <string>

namespace dcrnn {

enum class LogLevel { info, warning };
using Logger = std::function<void(LogLevel, const std::string&)>;

Logger silent_logger();

// Where an epoch stands, after every step; rank 0 only. A program may draw a bar from it.
struct EpochProgress {
    std::int64_t epoch, epochs;   // under way, counted from 1
    std::int64_t batch, batches;  // done
    double windows_per_second;    // over all ranks
    double seconds_left;          // of the whole run, by the pace so far
};
using ProgressListener = std::function<void(const EpochProgress&)>;

}  // namespace dcrnn
