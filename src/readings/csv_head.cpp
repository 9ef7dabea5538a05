#include "csv_head.hpp"

#include "csv_cells.hpp"
#include "dcrnn/error.hpp"
#include "written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace dcrnn {
namespace {

using Cells = std::vector<std::string>;

bool is_number(const std::string& cell, char separator) {
    return !is_missing(cell) && number_in(cell, separator == ';').has_value();
}

bool is_whole(const std::string& cell) {
    return !cell.empty() && std::all_of(cell.begin(), cell.end(),
                                        [](unsigned char c) { return c >= '0' && c <= '9'; });
}

// Names of sensors can be numbers too. They are taken for names where they count up from 0 or 1,
// or where each has five digits or more, which no reading has.
enum class Numbers { names, readings, either };

Numbers judge_numbers(const Cells& cells) {
    constexpr std::size_t kDigitsOfNames = 5;
    if (!std::all_of(cells.begin(), cells.end(), is_whole)) return Numbers::readings;
    if (std::set<std::string>(cells.begin(), cells.end()).size() < cells.size())
        return Numbers::readings;
    if (std::all_of(cells.begin(), cells.end(),
                    [](const std::string& cell) { return cell.size() >= kDigitsOfNames; }))
        return Numbers::names;
    bool counts = cells.size() > 1;
    for (std::size_t i = 1; i < cells.size(); ++i)
        counts = counts && (cells[i] == fmt::to_string(i) || cells[i] == fmt::to_string(i + 1));
    const bool from_one = cells[0] == "1" && cells.back() == fmt::to_string(cells.size());
    const bool from_zero = cells[0] == "0" && cells.back() == fmt::to_string(cells.size() - 1);
    return counts && (from_one || from_zero) ? Numbers::names : Numbers::either;
}

bool is_header(const std::string& path, char separator, const Cells& first, const Cells& second,
               FirstLine rule) {
    if (rule != FirstLine::automatic) return rule == FirstLine::header;
    if (looks_like_time(second[0])) return !looks_like_time(first[0]);
    const bool numbers = std::all_of(first.begin() + 1, first.end(), [&](const std::string& cell) {
        return is_missing(cell) || is_number(cell, separator);
    });
    if (!numbers || !(is_missing(first[0]) || is_number(first[0], separator))) return true;
    const bool unnamed = is_missing(first[0]) && first.size() > 1;  // the corner of pandas
    const Numbers verdict =
        judge_numbers(unnamed ? Cells(first.begin() + 1, first.end()) : Cells(first));
    require(verdict != Numbers::either, ErrorKind::usage,
            fmt::format("the first line of '{}' can be sensor ids or readings", path),
            fmt::format("'{}' and the like are whole numbers, each once", first.back()),
            "add --first-line header or --first-line readings");
    return verdict == Numbers::names;
}

FirstColumn judge_first_column(const WideColumns& columns, const Cells& header,
                               const Cells& second) {
    if (looks_like_time(second[0])) return FirstColumn::time;
    if (!columns.has_header) return FirstColumn::reading;
    std::string name = header.size() < second.size() ? "" : header[0];
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    static const std::set<std::string> kIndexNames = {"",     "index", "unnamed: 0", "time",
                                                      "step", "row",   "time_step",  "timestep"};
    const bool counts = second[0] == "0" || second[0] == "1";
    return counts && kIndexNames.count(name) > 0 ? FirstColumn::index : FirstColumn::reading;
}

}  // namespace

WideColumns read_wide_columns(const std::string& path, char separator, const DataOptions& options) {
    const auto rows = first_csv_rows(path, separator, 2);
    require(rows.size() == 2, ErrorKind::data,
            fmt::format("'{}' has {} line(s)", path, rows.size()),
            "a table of readings has a line for each time", "give the whole table");
    Cells first = rows[0].cells;
    const Cells& second = rows[1].cells;
    require(second.size() > 1, ErrorKind::data, fmt::format("'{}' has a single column", path),
            "a missing reading would be an empty line there, which cannot be told from none",
            "add a column of times");
    WideColumns columns;
    columns.has_header = is_header(path, separator, first, second, options.source.first_line);
    columns.first = judge_first_column(columns, first, second);
    columns.width = second.size();
    const std::size_t labels = columns.first == FirstColumn::reading ? 0 : 1;
    columns.sensors = columns.width - labels;
    if (!columns.has_header) return columns;
    // R leaves the corner above the row labels out.
    const bool has_corner = labels > 0 && first.size() == columns.width;
    columns.ids.assign(first.begin() + (has_corner ? 1 : 0), first.end());
    require(columns.ids.size() + labels == columns.width, ErrorKind::data,
            fmt::format("line {} of '{}' has {} cells", rows[1].number, path, columns.width),
            fmt::format("the header in line {} has {}", rows[0].number, first.size()),
            "give every line the same number of cells");
    return columns;
}

}  // namespace dcrnn
