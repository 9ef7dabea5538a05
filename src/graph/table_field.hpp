#pragma once
// Fields of a table: numbers, and the names of columns.

#include <optional>
#include <string>
#include <string_view>

namespace dcrnn {

// A number without anything before or after it.
std::optional<double> read_number(const std::string& text);

// In any case of letters, and with more behind it, as in "From_Id".
bool is_column_name(const std::string& field, std::string_view name);

}  // namespace dcrnn
