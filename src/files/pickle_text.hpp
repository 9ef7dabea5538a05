#pragma once
// The three ways in which older pickles write what Python 3 calls str and bytes.

#include <optional>
#include <string>
#include <string_view>

namespace dcrnn {

// A quoted string with escapes as Python 2 prints it, to bytes. Nothing when it is none.
std::optional<std::string> unquote(std::string_view quoted);

// Python's raw-unicode-escape, to UTF-8.
std::optional<std::string> decode_raw_unicode(std::string_view text);

// UTF-8 in which each code point stands for a byte (latin1), to these bytes: how Python 3 writes
// bytes in protocols 0 to 2.
std::optional<std::string> latin1_bytes(std::string_view utf8);

bool is_utf8(std::string_view text);

}  // namespace dcrnn
