#include "dcrnn/files/csv_table.hpp"

#include "dcrnn/error.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string_view>
#include <system_error>

namespace dcrnn {
namespace {

std::string read_text(const std::string& path) {
    const std::string problem = fmt::format("cannot read the graph file '{}'", path);
    std::error_code ignored;
    require(!std::filesystem::is_directory(path, ignored), ErrorKind::data, problem,
            "it is a directory", "give the CSV file itself to --graph");
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), ErrorKind::data, problem, std::strerror(errno), "check --graph");
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    require(!file.bad(), ErrorKind::data, problem, std::strerror(errno), "check the disk");
    return text;
}

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

void refuse_other_formats(const std::string& path, std::string_view text) {
    const std::string problem = fmt::format("the graph file '{}' is not CSV", path);
    require(!starts_with(text, "version https://git-lfs"), ErrorKind::data, problem,
            "it is the pointer that a clone without Git LFS leaves in place of the file",
            "run 'git lfs pull' where it came from");
    require(!starts_with(text, "\x89HDF"), ErrorKind::data, problem, "it is HDF5",
            "give a traffic file to --data; a matrix stored in it is used without --graph");
    require(!starts_with(text, "\x80") && !starts_with(text, "(lp"), ErrorKind::data, problem,
            "it looks like a Python pickle, which could run code when opened",
            fmt::format("convert it once: python3 -c \"import numpy, pickle; "
                        "numpy.savetxt('adjacency.csv', pickle.load(open('{}', 'rb'), "
                        "encoding='latin1')[2], delimiter=',')\"",
                        path));
    require(text.find('\0') == std::string_view::npos, ErrorKind::data, problem,
            "it holds binary data", "give a distance list from,to,cost or a matrix as text");
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
    refuse_other_formats(path, text);
    const std::size_t mark = starts_with(text, "\xEF\xBB\xBF") ? 3 : 0;

    csv_parser parser;
    require(csv_init(&parser, CSV_REPALL_NL) == 0, ErrorKind::other,
            "the CSV library does not start", "", "");
    const std::unique_ptr<csv_parser, decltype(&csv_free)> owner(&parser, csv_free);
    Reading reading;
    const std::size_t length = text.size() - mark;
    const std::size_t done =
        csv_parse(&parser, text.data() + mark, length, end_field, end_row, &reading);
    require(done == length && csv_fini(&parser, end_field, end_row, &reading) == 0, ErrorKind::data,
            fmt::format("cannot read line {} of the graph file '{}'", reading.line, path),
            csv_strerror(csv_error(&parser)), "mend this line");
    require(!reading.rows.empty(), ErrorKind::data,
            fmt::format("the graph file '{}' is empty", path), "it has no row",
            "give a distance list from,to,cost or a square matrix");
    return {path, std::move(reading.rows), std::move(reading.lines)};
}

}  // namespace dcrnn
