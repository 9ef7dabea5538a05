#pragma once
// Cells of a CSV file of readings: numbers, and what stands for a missing one.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dcrnn {

// Where a cell stands, for messages; columns are counted from 1, as spreadsheets do.
struct CellPlace {
    const std::string& path;
    std::size_t line, column;
    const std::string& name;  // of the column
};

bool is_missing(std::string_view cell);  // empty, nan, NA, N/A, null, none, in any case

// The finite number, or NaN for a missing one; nothing where the cell is neither. With a decimal
// comma 64,5 is read as 64.5 is.
std::optional<double> number_in(std::string_view cell, bool decimal_comma);

// The same, but throws Error(data) that names the place and shows the cell.
double reading_in(std::string_view cell, bool decimal_comma, const CellPlace& place);

}  // namespace dcrnn
