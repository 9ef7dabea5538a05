#include "csv_parse.hpp"

#include "dcrnn/error.hpp"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <memory>

namespace dcrnn {
namespace {

constexpr std::size_t kChunk = 1 << 20;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Reading {
    const std::function<bool(const CsvLine&)>& each;
    CsvLine row = {};
    std::size_t line = 1;     // the one being read
    std::size_t returns = 0;  // since the last cell; they end lines where no line feed follows
    bool stopped = false;
    std::exception_ptr thrown = {};  // kept until the library, which is C, has returned

    void end_cell(const char* cell, std::size_t length) {
        if (row.cells.empty()) {
            line += returns;
            returns = 0;
            row.number = line;
        }
        const std::string& text = row.cells.emplace_back(cell, length);
        line += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    }

    // Blank lines come here too, for their number.
    void end_row(int ending) {
        if (!row.cells.empty()) stopped = !each(row);
        row.cells.clear();
        if (ending == '\r') ++returns;
        if (ending != '\n') return;
        ++line;
        returns = 0;
    }

    template <class Step>
    void guarded(const Step& step) noexcept {
        if (stopped) return;
        try {
            step();
        } catch (...) {
            thrown = std::current_exception();
            stopped = true;
        }
    }
};

void on_cell(void* cell, std::size_t length, void* data) {
    auto& reading = *static_cast<Reading*>(data);
    reading.guarded([&] { reading.end_cell(static_cast<const char*>(cell), length); });
}

void on_row(int ending, void* data) {
    auto& reading = *static_cast<Reading*>(data);
    reading.guarded([&] { reading.end_row(ending); });
}

void skip_byte_order_mark(std::istream& text) {
    std::array<char, kByteOrderMark.size()> start{};
    text.read(start.data(), start.size());
    if (std::string_view(start.data(), start.size()) == kByteOrderMark) return;
    text.clear();
    text.seekg(0);
}

[[noreturn]] void fail_line(const std::string& path, std::size_t line, csv_parser& parser) {
    throw Error(ErrorKind::data, fmt::format("cannot read '{}' from line {} on", path, line),
                csv_strerror(csv_error(&parser)),
                "look for a quotation mark that does not belong there or has no second one");
}

}  // namespace

void parse_csv(std::istream& text, const std::string& path, char separator,
               const std::function<bool(const CsvLine&)>& each) {
    skip_byte_order_mark(text);
    csv_parser parser;
    constexpr unsigned char options = CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL;
    require(csv_init(&parser, options) == 0, ErrorKind::other, "the CSV library does not start",
            "csv_init failed", "look for another libcsv in the library path");
    const std::unique_ptr<csv_parser, decltype(&csv_free)> owner(&parser, csv_free);
    csv_set_delim(&parser, static_cast<unsigned char>(separator));
    Reading reading{each};
    std::string chunk(kChunk, '\0');
    while (text && !reading.stopped) {
        text.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        const auto length = static_cast<std::size_t>(text.gcount());
        require(std::string_view(chunk).substr(0, length).find('\0') == std::string_view::npos,
                ErrorKind::data, fmt::format("'{}' is no CSV", path), "it holds binary data",
                "give a text file, saved as UTF-8");
        const auto done = csv_parse(&parser, chunk.data(), length, on_cell, on_row, &reading);
        if (done != length && !reading.stopped) fail_line(path, reading.line, parser);
    }
    require(!text.bad(), ErrorKind::data, fmt::format("cannot read '{}'", path),
            std::strerror(errno), "check the disk");
    if (!reading.stopped && csv_fini(&parser, on_cell, on_row, &reading) != 0)
        fail_line(path, reading.line, parser);
    if (reading.thrown) std::rethrow_exception(reading.thrown);
}

char separator_of(std::istream& text) {
    std::string line;
    while (std::getline(text, line, '\n') && line.find_first_not_of(" \r\t") == std::string::npos)
        line.clear();
    const std::string::size_type carriage = line.find('\r');  // line ends of one CR alone
    if (carriage != std::string::npos) line.resize(carriage);
    for (const char separator : {'\t', ';'})
        if (line.find(separator) != std::string::npos) return separator;
    return ',';
}

}  // namespace dcrnn
