#include "dcrnn/config/option_text.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace dcrnn {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr const char* kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The whole of the text as a number, whatever the locale; nothing else may stand beside it.
template <class Number>
Number read_number(std::string_view text, const char* kind, const char* remedy) {
    const std::string_view digits = trimmed(text);
    Number number{};
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    require(code != std::errc::result_out_of_range, ErrorKind::usage,
            fmt::format("'{}' cannot be stored", text), "out of the range of 64 bits", remedy);
    require(code == std::errc() && end == digits.data() + digits.size(), ErrorKind::usage,
            fmt::format("'{}' is not {}", text, kind), "", remedy);
    return number;
}

void read_item(std::string_view text, std::int64_t& value) {
    value = read_number<std::int64_t>(text, "a whole number", "write digits only, such as 12");
}

void read_item(std::string_view text, double& value) {
    constexpr const char* kRemedy = "write a finite number such as 0.01 or 1e-3";
    value = read_number<double>(text, "a number", kRemedy);
    require(std::isfinite(value), ErrorKind::usage, fmt::format("'{}' is not finite", text), "",
            kRemedy);
}

template <class Number>
std::vector<Number> read_list(std::string_view text) {
    std::vector<Number> list;
    if (trimmed(text).empty()) return list;
    for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        read_item(text.substr(0, comma), list.emplace_back());
        text.remove_prefix(comma + 1);
    }
    read_item(text, list.emplace_back());
    return list;
}

template <class Number>
std::string join(const std::vector<Number>& list) {
    return fmt::format("{}", fmt::join(list, ","));
}

}  // namespace

std::string to_text(const std::string& value) { return value; }

std::string to_text(std::int64_t value) { return fmt::format("{}", value); }

// {fmt} writes the shortest decimal that reads back as the same double.
std::string to_text(double value) { return fmt::format("{}", value); }

std::string to_text(const std::vector<std::int64_t>& value) { return join(value); }

std::string to_text(const std::vector<double>& value) { return join(value); }

void parse(const std::string& text, std::string& value) { value = text; }

void parse(const std::string& text, std::int64_t& value) { read_item(text, value); }

void parse(const std::string& text, double& value) { read_item(text, value); }

void parse(const std::string& text, std::vector<std::int64_t>& value) {
    value = read_list<std::int64_t>(text);
}

void parse(const std::string& text, std::vector<double>& value) { value = read_list<double>(text); }

}  // namespace dcrnn
