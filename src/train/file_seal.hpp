#pragma once
// A hash over every byte of a file, appended to it: whatever is altered later, a weight, a count or
// the structure of the file, is known before anything in it is believed. HDF5 does not look behind
// its own end, so that a sealed file stays one for every other program.

#include <string>

namespace dcrnn {

enum class Seal { none, broken, whole };

// Throws Error(other) when it cannot be written.
void seal_file(const std::string& path);

// none: also for what cannot be opened; its reader says why.
Seal look_at_seal(const std::string& path);

}  // namespace dcrnn
