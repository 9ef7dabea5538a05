#pragma once
// Lists of sensor ids: in messages, in files, and those that only count.

#include <string>
#include <vector>

namespace dcrnn {

// "a, b, c and 4 more": the first ten.
std::string first_ten(const std::vector<std::string>& ids);

// Those of `ids` that are not among the others, in their order.
std::vector<std::string> ids_without(const std::vector<std::string>& ids,
                                     const std::vector<std::string>& others);

// Whether the ids are 0, 1, 2, ...: numbers of places, in place of names.
bool are_counted(const std::vector<std::string>& ids);

// The ids of a text file, separated by commas, semicolons, blanks or lines. Throws Error(data) when
// it cannot be read, holds none, or one twice.
std::vector<std::string> read_id_file(const std::string& path);

}  // namespace dcrnn
