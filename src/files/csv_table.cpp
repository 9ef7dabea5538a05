#include "dcrnn/files/csv_table.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/byte_source.hpp"
#include "dcrnn/files/file_kind.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

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
    require(text.find('\0') == std::string::npos, ErrorKind::data,
            fmt::format("cannot read '{}'", path), "there is binary data among its text",
            "give a CSV file, or download it again");
    return text;
}

struct Reading {
    std::vector<CsvRow> rows;
    std::vector<std::size_t> lines;
    CsvRow row;
    std::size_t line = 1;     // the one being read
    std::size_t returns = 0;  // since the last field; they end lines where no line feed follows

    void begin_row() {
        line += returns;
        returns = 0;
        lines.push_back(line);
    }
};

void end_field(void* field, size_t length, void* data) {
    auto* reading = static_cast<Reading*>(data);
    if (reading->row.empty()) reading->begin_row();
    const std::string& text = reading->row.emplace_back(static_cast<const char*>(field), length);
    reading->line += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Blank lines come here too, for their number.
void end_row(int ending, void* data) {
    auto* reading = static_cast<Reading*>(data);
    if (!reading->row.empty()) reading->rows.push_back(std::move(reading->row));
    reading->row.clear();
    if (ending == '\r') ++reading->returns;
    if (ending != '\n') return;
    ++reading->line;
    reading->returns = 0;
}

}  // namespace

CsvTable read_csv(const std::string& path) {
    const std::string text = read_text(path);
    const std::size_t mark = text.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0;

    csv_parser parser;
    require(csv_init(&parser, CSV_REPALL_NL) == 0, ErrorKind::other,
            "the CSV library does not start", "", "");
    const std::unique_ptr<csv_parser, decltype(&csv_free)> owner(&parser, csv_free);
    Reading reading;
    const std::size_t length = text.size() - mark;
    const std::size_t done =
        csv_parse(&parser, text.data() + mark, length, end_field, end_row, &reading);
    require(done == length && csv_fini(&parser, end_field, end_row, &reading) == 0, ErrorKind::data,
            fmt::format("cannot read line {} of '{}'", reading.line, path),
            csv_strerror(csv_error(&parser)), "mend this line");
    require(!reading.rows.empty(), ErrorKind::data, fmt::format("the file '{}' is empty", path),
            "it has no row", "give a file with rows of fields separated by commas");
    const bool ends = text.back() == '\n' || text.back() == '\r';
    return {path, std::move(reading.rows), std::move(reading.lines),
            ends ? ""
                 : fmt::format("the last line of '{}' has no line end: the file may be cut short",
                               path)};
}

}  // namespace dcrnn
