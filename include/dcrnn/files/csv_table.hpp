#pragma once
// A CSV file as rows of text fields: any line ends, blank lines skipped, spaces around fields and a
// byte order mark dropped.

#include <cstddef>
#include <string>
#include <vector>

namespace dcrnn {

using CsvRow = std::vector<std::string>;

struct CsvTable {
    std::string path;
    std::vector<CsvRow> rows;        // at least one
    std::vector<std::size_t> lines;  // of the file, counted from 1, where each row begins
};

// Throws Error(data) when the file cannot be read, is empty, or is plainly no text: a pickle, HDF5,
// or the pointer that a clone without Git LFS leaves.
CsvTable read_csv(const std::string& path);

}  // namespace dcrnn
