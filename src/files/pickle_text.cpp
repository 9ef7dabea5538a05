#include "pickle_text.hpp"

#include "utf8.hpp"

#include <charconv>
#include <cstddef>

namespace dcrnn {
namespace {

// Takes exactly `digits` digits, or up to as many for octal numbers.
std::optional<std::uint32_t> take_digits(std::string_view& text, std::size_t digits, int base) {
    std::uint32_t value = 0;
    const char* const begin = text.data();
    const char* const most = begin + std::min(digits, text.size());
    const auto [end, error] = std::from_chars(begin, most, value, base);
    const auto count = static_cast<std::size_t>(end - begin);
    if (error != std::errc() || (base == 16 && count != digits)) return std::nullopt;
    text.remove_prefix(count);
    return value;
}

// What follows a backslash; the text begins behind it.
std::optional<std::string> take_escape(std::string_view& text) {
    constexpr std::string_view kLetters = "nrtabfv\\'\"", kMeanings = "\n\r\t\a\b\f\v\\'\"";
    if (text.empty()) return std::nullopt;
    const char letter = text.front();
    if (letter >= '0' && letter <= '7') {
        const auto code = take_digits(text, 3, 8);
        if (!code || *code > 0xFF) return std::nullopt;
        return std::string(1, static_cast<char>(*code));
    }
    text.remove_prefix(1);
    if (letter == 'x') {
        const auto code = take_digits(text, 2, 16);
        if (!code) return std::nullopt;
        return std::string(1, static_cast<char>(*code));
    }
    const std::size_t at = kLetters.find(letter);
    if (at != std::string_view::npos) return std::string(1, kMeanings[at]);
    return std::string{'\\', letter};
}

}  // namespace

std::optional<std::string> unquote(std::string_view quoted) {
    if (quoted.size() < 2 || quoted.front() != quoted.back() ||
        (quoted.front() != '\'' && quoted.front() != '"'))
        return std::nullopt;
    std::string_view text = quoted.substr(1, quoted.size() - 2);
    std::string bytes;
    bytes.reserve(text.size());
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('\\'), text.size());
        bytes += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        text.remove_prefix(1);
        const auto meaning = take_escape(text);
        if (!meaning) return std::nullopt;
        bytes += *meaning;
    }
    return bytes;
}

std::optional<std::string> decode_raw_unicode(std::string_view text) {
    std::string utf8;
    utf8.reserve(text.size());
    std::uint32_t high = 0;  // the first half of a pair of surrogates
    while (!text.empty()) {
        std::uint32_t point = static_cast<unsigned char>(text.front());
        text.remove_prefix(1);
        if (point == '\\' && !text.empty() && (text.front() == 'u' || text.front() == 'U')) {
            const std::size_t digits = text.front() == 'u' ? 4 : 8;
            text.remove_prefix(1);
            const auto code = take_digits(text, digits, 16);
            if (!code) return std::nullopt;
            point = *code;
        }
        if (high != 0 && point >= 0xDC00 && point <= 0xDFFF)
            point = 0x10000 + ((high - 0xD800) << 10) + (point - 0xDC00);
        else if (high != 0)
            return std::nullopt;
        high = point >= 0xD800 && point <= 0xDBFF ? point : 0;
        if (high != 0) continue;
        if (!is_code_point(point)) return std::nullopt;
        append_utf8(utf8, point);
    }
    if (high != 0) return std::nullopt;
    return utf8;
}

std::optional<std::string> latin1_bytes(std::string_view utf8) {
    std::string bytes;
    bytes.reserve(utf8.size());
    while (!utf8.empty()) {
        const auto point = take_code_point(utf8);
        if (!point || *point > 0xFF) return std::nullopt;
        bytes += static_cast<char>(*point);
    }
    return bytes;
}

bool is_utf8(std::string_view text) {
    while (!text.empty())
        if (!take_code_point(text)) return false;
    return true;
}

}  // namespace dcrnn
