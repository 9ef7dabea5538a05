#include "utf8.hpp"

#include <array>
#include <cstddef>

namespace dcrnn {

bool is_code_point(std::uint32_t point) {
    return point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
}

void append_utf8(std::string& text, std::uint32_t point) {
    const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (point < 0x80) return put(point);
    if (point < 0x800) {
        put(0xC0 | point >> 6);
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        put(0x80 | (point >> 6 & 0x3F));
    } else {
        put(0xF0 | point >> 18);
        put(0x80 | (point >> 12 & 0x3F));
        put(0x80 | (point >> 6 & 0x3F));
    }
    put(0x80 | (point & 0x3F));
}

std::optional<std::uint32_t> take_code_point(std::string_view& text) {
    if (text.empty()) return std::nullopt;
    const std::uint32_t first = static_cast<unsigned char>(text.front());
    const std::size_t bytes = first < 0x80 ? 1 : (first < 0xE0 ? 2 : (first < 0xF0 ? 3 : 4));
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || text.size() < bytes) return std::nullopt;
    std::uint32_t point = bytes == 1 ? first : first & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const std::uint32_t next = static_cast<unsigned char>(text[i]);
        if (next >> 6 != 2) return std::nullopt;
        point = point << 6 | (next & 0x3F);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    if (point < kLeast[bytes] || !is_code_point(point)) return std::nullopt;
    text.remove_prefix(bytes);
    return point;
}

}  // namespace dcrnn
