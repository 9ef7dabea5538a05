#include "csv_cells.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace dcrnn {
namespace {

bool equals(std::string_view cell, std::string_view lower) {
    return cell.size() == lower.size() &&
           std::equal(cell.begin(), cell.end(), lower.begin(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == b;
           });
}

std::string shortened(std::string_view cell) {
    constexpr std::size_t kShown = 40;
    return std::string(cell.substr(0, kShown)) + (cell.size() > kShown ? "..." : "");
}

}  // namespace

bool is_missing(std::string_view cell) {
    constexpr std::array<std::string_view, 6> words{"", "nan", "na", "n/a", "null", "none"};
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return equals(cell, word); });
}

std::optional<double> number_in(std::string_view cell, bool decimal_comma) {
    if (is_missing(cell)) return std::numeric_limits<double>::quiet_NaN();
    std::string with_point;
    if (decimal_comma && std::count(cell.begin(), cell.end(), ',') == 1) {
        with_point = cell;
        std::replace(with_point.begin(), with_point.end(), ',', '.');
        cell = with_point;
    }
    if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
    double value = 0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (code != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

double reading_in(std::string_view cell, bool decimal_comma, const CellPlace& place) {
    const auto number = number_in(cell, decimal_comma);
    if (number) return *number;
    throw Error(ErrorKind::data,
                fmt::format("line {}, column {} ('{}') of '{}' holds '{}'", place.line,
                            place.column, place.name, place.path, shortened(cell)),
                "it is neither a finite number nor empty or NaN for a missing one",
                "correct the cell, or empty it");
}

}  // namespace dcrnn
