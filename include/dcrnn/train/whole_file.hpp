#pragma once
// Files that are whole or absent: written under a temporary name, flushed to the disk, renamed.

#include <functional>
#include <string>

namespace dcrnn {

// Calls write(temporary name) and renames; on failure removes the temporary file and throws what
// write threw, or Error(other) with the system's words. Whatever stood at `path` stays until the
// rename.
void replace_file(const std::string& path, const std::function<void(const std::string&)>& write);
void replace_file(const std::string& path, const std::string& text);

}  // namespace dcrnn
