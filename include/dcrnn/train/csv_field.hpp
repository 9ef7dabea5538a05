#pragma once

#include <string>

namespace dcrnn {

// The text as one field of a CSV line: in quotes where it holds a comma, a quote or a line's end.
std::string csv_field(const std::string& text);

}  // namespace dcrnn
