#pragma once
// The one exception of the project. A message has three parts: the problem (what and where), the
// reason, and the remedy; its kind fixes the exit code of the program.

#include <stdexcept>
#include <string>

namespace dcrnn {

// The values are the exit codes.
enum class ErrorKind {
    other = 1,     // none of the below: a failed save, a lost process, a bug
    usage = 2,     // command line or configuration
    data = 3,      // a file that is missing, damaged or says something impossible
    diverged = 4,  // NaN or Inf in loss or gradient
    memory = 5,    // does not fit, or an allocation failed
    interrupted =
        75,  // a signal ended the run after a checkpoint was saved; the same command continues it
};

class Error : public std::runtime_error {
public:
    // what() reads "problem (reason): remedy"; an empty reason or remedy is left out with its
    // punctuation.
    Error(ErrorKind kind, const std::string& problem, const std::string& reason,
          const std::string& remedy);

    ErrorKind kind() const noexcept { return kind_; }
    int exit_code() const noexcept { return static_cast<int>(kind_); }

private:
    ErrorKind kind_;
};

// Throws Error unless the condition holds. For checks of input, which are always on; outside hot
// loops.
void require(bool condition, ErrorKind kind, const std::string& problem, const std::string& reason,
             const std::string& remedy);

}  // namespace dcrnn
