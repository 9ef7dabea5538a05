#include "npy_numbers.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace dcrnn {
namespace {

constexpr ByteOrder kHere =
    __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ByteOrder::big : ByteOrder::little;

struct Half {
    std::uint16_t bits;
};

// IEEE 754 binary16: 1 bit sign, 5 exponent, 10 fraction.
float value_of(Half half) {
    const int exponent = (half.bits >> 10) & 31, fraction = half.bits & 1023;
    float size = 0;
    if (exponent == 31)
        size = fraction == 0 ? std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN();
    else
        size = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                             : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (half.bits & 0x8000) != 0 ? -size : size;
}

template <class Number>
Number value_of(Number number) {
    return number;
}

template <class Stored>
Stored load(const char* from, ByteOrder order) {
    char bytes[sizeof(Stored)];
    std::memcpy(bytes, from, sizeof bytes);
    if (order != kHere) std::reverse(bytes, bytes + sizeof bytes);
    Stored stored;
    std::memcpy(&stored, bytes, sizeof bytes);
    return stored;
}

// Integers into a smaller range are checked; numbers into floats are rounded.
template <class Stored, class T>
void decode(const NpyHeader& header, const std::string& name, const char* from, std::size_t count,
            T* into) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = value_of(load<Stored>(from + i * sizeof(Stored), header.byte_order));
        if constexpr (std::is_same_v<T, std::int64_t> && std::is_same_v<Stored, std::uint64_t>) {
            if (value > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
                throw Error(ErrorKind::data, fmt::format("{} holds {}", name, value),
                            "integers up to 2^63-1 are read", "store smaller numbers");
        }
        into[i] = static_cast<T>(value);
    }
}

// Calls use with a value of the type that the header names.
template <class Use>
void with_integer(const NpyHeader& header, Use&& use) {
    const bool has_sign = header.element == NpyElement::signed_integer;
    switch (header.bytes) {
        case 1:
            return has_sign ? use(std::int8_t{}) : use(std::uint8_t{});
        case 2:
            return has_sign ? use(std::int16_t{}) : use(std::uint16_t{});
        case 4:
            return has_sign ? use(std::int32_t{}) : use(std::uint32_t{});
        default:
            return has_sign ? use(std::int64_t{}) : use(std::uint64_t{});
    }
}

template <class Use>
void with_float(const NpyHeader& header, Use&& use) {
    switch (header.bytes) {
        case 2:
            return use(Half{});
        case 4:
            return use(float{});
        default:
            return use(double{});
    }
}

[[noreturn]] void fail_element(const NpyHeader& header, const std::string& name,
                               const char* wanted) {
    throw Error(ErrorKind::data, fmt::format("{} holds elements of type {}", name, header.type),
                fmt::format("{} are needed", wanted), "give the array that is meant");
}

void append_utf8(std::uint32_t code, std::string& text) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto add_rest = [&](int shift) { add(0x80 | ((code >> shift) & 0x3F)); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | code >> 6);
        add_rest(0);
    } else if (code < 0x10000) {
        add(0xE0 | code >> 12);
        add_rest(6);
        add_rest(0);
    } else {
        add(0xF0 | code >> 18);
        add_rest(12);
        add_rest(6);
        add_rest(0);
    }
}

// UCS-4, filled up with zeros.
std::string decode_characters(const NpyHeader& header, const std::string& name, const char* from) {
    int length = header.bytes / 4;
    const auto code = [&](int i) { return load<std::uint32_t>(from + 4 * i, header.byte_order); };
    while (length > 0 && code(length - 1) == 0) --length;
    std::string text;
    for (int i = 0; i < length; ++i) {
        const bool valid = code(i) < 0xD800 || (code(i) > 0xDFFF && code(i) <= 0x10FFFF);
        require(valid, ErrorKind::data, fmt::format("{} holds text that is none", name),
                fmt::format("{:#x} is no character", code(i)), "mend or download the file again");
        append_utf8(code(i), text);
    }
    return text;
}

}  // namespace

template <class T>
bool is_stored_as(const NpyHeader& header) {
    const NpyElement own =
        std::is_floating_point_v<T> ? NpyElement::floating : NpyElement::signed_integer;
    return header.element == own && header.bytes == sizeof(T) && header.byte_order == kHere;
}

template <class T>
void decode_numbers(const NpyHeader& header, const std::string& name, const char* from,
                    std::size_t count, T* into) {
    const auto use = [&](auto stored) {
        decode<decltype(stored), T>(header, name, from, count, into);
    };
    if (!header.is_number()) fail_element(header, name, "numbers");
    if (header.element != NpyElement::floating) return with_integer(header, use);
    if constexpr (std::is_same_v<T, std::int64_t>)
        fail_element(header, name, "integers");
    else
        with_float(header, use);
}

std::string decode_text(const NpyHeader& header, const std::string& name, const char* from) {
    switch (header.element) {
        case NpyElement::bytes: {
            const std::string text(from, static_cast<std::size_t>(header.bytes));
            return text.substr(0, text.find_last_not_of('\0') + 1);
        }
        case NpyElement::text:
            return decode_characters(header, name, from);
        case NpyElement::signed_integer:
        case NpyElement::unsigned_integer: {
            std::string text;
            with_integer(header, [&](auto stored) {
                text = std::to_string(load<decltype(stored)>(from, header.byte_order));
            });
            return text;
        }
        default:
            fail_element(header, name, "text or integers");
    }
}

template bool is_stored_as<float>(const NpyHeader&);
template bool is_stored_as<double>(const NpyHeader&);
template bool is_stored_as<std::int64_t>(const NpyHeader&);
template void decode_numbers(const NpyHeader&, const std::string&, const char*, std::size_t,
                             float*);
template void decode_numbers(const NpyHeader&, const std::string&, const char*, std::size_t,
                             double*);
template void decode_numbers(const NpyHeader&, const std::string&, const char*, std::size_t,
                             std::int64_t*);

}  // namespace dcrnn
