#pragma once
// A CSV file as rows of text fields: separated by tabs, semicolons or commas, whichever comes first
// in this list of those in the first line; any line ends, blank lines skipped, spaces around fields
// and a byte order mark dropped.

#include <cstddef>
#include <string>
#include <vector>

namespace dcrnn {

using CsvRow = std::vector<std::string>;

struct CsvTable {
    std::string path;
    std::vector<CsvRow> rows;        // at least one
    std::vector<std::size_t> lines;  // of the file, counted from 1, where each row begins
    std::string doubt;  // when the last line has no end, as in a file that was cut short
};

// A file or a pipe. Throws Error(data) when it cannot be read, is empty, or is no text
// (file_kind.hpp), or a
// quotation mark in it is out of place.
CsvTable read_csv(const std::string& path);

}  // namespace dcrnn
