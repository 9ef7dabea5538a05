#include "dcrnn/files/csv_table.hpp"

#include "csv_parse.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/files/byte_source.hpp"
#include "dcrnn/files/file_kind.hpp"

#include <fmt/format.h>

#include <sstream>

namespace dcrnn {
namespace {

// A pipe can be looked at only once it is read.
std::string read_text(const std::string& path) {
    FileKind kind = require_readable(path);
    const std::string text =
        kind == FileKind::stream || kind == FileKind::text ? read_whole(path) : std::string();
    if (kind == FileKind::stream) kind = kind_of_bytes(text);
    if (kind != FileKind::text)
        refuse_kind(path, kind, "a text file of comma-separated values", "give the CSV file");
    return text;
}

}  // namespace

CsvTable read_csv(const std::string& path) {
    const std::string text = read_text(path);
    std::istringstream stream(text);
    const char separator = separator_of(stream);
    stream = std::istringstream(text);
    CsvTable table;
    table.path = path;
    parse_csv(stream, path, separator, [&](const CsvLine& line) {
        table.rows.push_back(line.cells);
        table.lines.push_back(line.number);
        return true;
    });
    require(!table.rows.empty(), ErrorKind::data, fmt::format("the file '{}' is empty", path),
            "it has no row", "give a file with rows of fields separated by commas");
    if (text.back() != '\n' && text.back() != '\r')
        table.doubt =
            fmt::format("the last line of '{}' has no line end: the file may be cut short", path);
    return table;
}

}  // namespace dcrnn
