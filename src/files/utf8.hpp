#pragma once
// Unicode code points and their UTF-8.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dcrnn {

// Surrogates are none.
bool is_code_point(std::uint32_t point);

void append_utf8(std::string& text, std::uint32_t point);

// Takes the first code point off the text; nothing where it is no UTF-8.
std::optional<std::uint32_t> take_code_point(std::string_view& text);

}  // namespace dcrnn
