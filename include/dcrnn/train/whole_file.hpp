#pragma once
// Files that are whole or absent: written under a temporary name, flushed to the disk, renamed. The
// temporary name is one that nothing had before, so that no file of anybody's is lost to it.

#include <functional>
#include <string>

namespace dcrnn {

// Calls write(temporary name) and renames; on failure removes the temporary file and throws what
// write threw, or Error(other) with the system's words. Whatever stood at `path` stays until the
// rename.
void replace_file(const std::string& path, const std::function<void(const std::string&)>& write);
void replace_file(const std::string& path, const std::string& text);

// Throws Error(usage) when something other than a file has the name: a folder, or a device or pipe,
// in whose place a file would do harm.
void require_replaceable(const std::string& path);

// Makes an empty file beside `path` to be renamed to it later, and gives its name.
std::string create_temporary(const std::string& path);

// Removes the temporary files of processes that were killed. Only for a folder whose lock we hold.
void remove_leftovers(const std::string& folder);

}  // namespace dcrnn
