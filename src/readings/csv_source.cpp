#include "dcrnn/files/csv_rows.hpp"
#include "long_columns.hpp"
#include "source_kinds.hpp"
#include "written_time.hpp"

namespace dcrnn {
namespace {

std::optional<LongColumns> long_columns(const std::string& path, const SourceOptions& options) {
    if (options.first_line == FirstLine::readings) return std::nullopt;
    const auto rows = first_csv_rows(path, csv_separator(path), 1);
    return rows.empty() ? std::nullopt : find_long_columns(path, rows.front(), options);
}

}  // namespace

TrafficSource csv_source(const std::string& path, const DataOptions& options) {
    const auto columns = long_columns(path, options.source);
    TrafficSource source =
        columns ? long_csv_source(path, *columns, options) : wide_csv_source(path, options);
    if (!ends_with_line_end(path))
        source.notes.emplace_back(
            "the last line has no end: if the file was cut short there, its last number is wrong");
    return source;
}

bool has_time_column(const std::string& path, const SourceOptions& options) {
    const auto rows = first_csv_rows(path, csv_separator(path), 2);
    return (rows.size() == 2 && looks_like_time(rows[1].cells[0])) ||
           long_columns(path, options).has_value();
}

}  // namespace dcrnn
