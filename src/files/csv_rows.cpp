#include "dcrnn/files/csv_rows.hpp"

#include "dcrnn/error.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>

namespace dcrnn {
namespace {

constexpr std::size_t kChunk = 1 << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Reading {
    const std::function<bool(const CsvLine&)>& each;
    CsvLine row;
    std::size_t line = 1;     // the one being read
    std::size_t returns = 0;  // since the last cell; they end lines where no line feed follows
    bool stopped = false;

    void begin_row() {
        line += returns;
        returns = 0;
        row.number = line;
    }
};

void end_cell(void* cell, std::size_t length, void* data) {
    auto* reading = static_cast<Reading*>(data);
    if (reading->row.cells.empty()) reading->begin_row();
    const std::string& text =
        reading->row.cells.emplace_back(static_cast<const char*>(cell), length);
    reading->line += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Blank lines come here too, for their number.
void end_row(int ending, void* data) {
    auto* reading = static_cast<Reading*>(data);
    if (!reading->row.cells.empty() && !reading->stopped)
        reading->stopped = !reading->each(reading->row);
    reading->row.cells.clear();
    if (ending == '\r') ++reading->returns;
    if (ending != '\n') return;
    ++reading->line;
    reading->returns = 0;
}

std::ifstream open_text(const std::string& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), ErrorKind::data, fmt::format("cannot read '{}'", path),
            std::strerror(errno), "check the spelling and the folder you are in");
    std::array<char, kByteOrderMark.size()> start{};
    file.read(start.data(), start.size());
    if (std::string_view(start.data(), start.size()) != kByteOrderMark) {
        file.clear();
        file.seekg(0);
    }
    return file;
}

void require_text(const std::string& path, std::string_view chunk) {
    require(chunk.find('\0') == std::string_view::npos, ErrorKind::data,
            fmt::format("'{}' is no CSV", path), "it holds binary data",
            "give a text file, saved as UTF-8");
}

[[noreturn]] void fail_line(const std::string& path, std::size_t line, csv_parser& parser) {
    throw Error(ErrorKind::data, fmt::format("cannot read '{}' from line {} on", path, line),
                csv_strerror(csv_error(&parser)),
                "look for a quotation mark that does not belong there or has no second one");
}

}  // namespace

void read_csv_rows(const std::string& path, char separator,
                   const std::function<bool(const CsvLine&)>& each) {
    std::ifstream file = open_text(path);
    csv_parser parser;
    require(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) == 0, ErrorKind::other,
            "the CSV library does not start", "", "");
    const std::unique_ptr<csv_parser, decltype(&csv_free)> owner(&parser, csv_free);
    csv_set_delim(&parser, static_cast<unsigned char>(separator));
    Reading reading{each, {}};
    std::string chunk(kChunk, '\0');
    while (file && !reading.stopped) {
        file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        const auto length = static_cast<std::size_t>(file.gcount());
        require_text(path, std::string_view(chunk).substr(0, length));
        if (csv_parse(&parser, chunk.data(), length, end_cell, end_row, &reading) != length)
            fail_line(path, reading.line, parser);
    }
    require(!file.bad(), ErrorKind::data, fmt::format("cannot read '{}'", path),
            std::strerror(errno), "check the disk");
    if (!reading.stopped && csv_fini(&parser, end_cell, end_row, &reading) != 0)
        fail_line(path, reading.line, parser);
}

bool ends_with_line_end(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file.is_open() || file.tellg() <= 0) return false;
    file.seekg(-1, std::ios::end);
    const int last = file.get();
    return last == '\n' || last == '\r';
}

std::vector<CsvLine> first_csv_rows(const std::string& path, char separator, std::size_t count) {
    std::vector<CsvLine> rows;
    read_csv_rows(path, separator, [&](const CsvLine& line) {
        rows.push_back(line);
        return rows.size() < count;
    });
    return rows;
}

char csv_separator(const std::string& path) {
    std::ifstream file = open_text(path);
    std::string line;
    while (std::getline(file, line, '\n') && line.find_first_not_of(" \r\t") == std::string::npos)
        line.clear();
    const std::string::size_type carriage = line.find('\r');  // line ends of one CR alone
    if (carriage != std::string::npos) line.resize(carriage);
    for (const char separator : {'\t', ';'})
        if (line.find(separator) != std::string::npos) return separator;
    return ',';
}

}  // namespace dcrnn
