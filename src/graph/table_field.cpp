#include "table_field.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <system_error>

namespace dcrnn {

std::optional<double> read_number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

bool is_column_name(const std::string& field, std::string_view name) {
    const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    return field.size() >= name.size() &&
           std::equal(name.begin(), name.end(), field.begin(),
                      [&](char b, char a) { return same(a, b); }) &&
           (field.size() == name.size() || !is_letter(field[name.size()]));
}

}  // namespace dcrnn
