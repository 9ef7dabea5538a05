#pragma once
// A CSV file row by row, for files too large to keep as text. Any line ends, CR CR LF too; blank
// lines are skipped, spaces around cells and a byte order mark dropped; cells may be quoted.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dcrnn {

struct CsvLine {
    std::size_t number = 0;          // of the file, counted from 1
    std::vector<std::string> cells;  // at least one
};

// The separator of the file: tab, semicolon or comma, whichever comes first in this list of those
// in the first line that is not blank.
char csv_separator(const std::string& path);

// Calls each(line) for every row until it returns false. Memory: one row. Throws Error(data) where
// the file cannot be read, holds a zero byte (it is no text), or a quotation mark is out of place;
// and whatever `each` throws.
void read_csv_rows(const std::string& path, char separator,
                   const std::function<bool(const CsvLine&)>& each);

// Whether a line end is the last byte. A file that was cut short within its last number still reads
// as a whole one, but for this.
bool ends_with_line_end(const std::string& path);

// The first rows, at most `count`.
std::vector<CsvLine> first_csv_rows(const std::string& path, char separator, std::size_t count);

}  // namespace dcrnn
