#include "csv_cells.hpp"
#include "csv_head.hpp"
#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "source_kinds.hpp"
#include "written_time.hpp"

#include <fmt/format.h>

#include <utility>

namespace dcrnn {
namespace {

class WideTable {
public:
    WideTable(const std::string& path, char separator, WideColumns columns, DateOrder order)
        : path_(path),
          decimal_comma_(separator == ';'),
          columns_(std::move(columns)),
          times_(path, order) {}

    void add(const CsvLine& line) {
        if (columns_.has_header && !header_seen_) {
            header_seen_ = true;
            return;
        }
        require(line.cells.size() == columns_.width, ErrorKind::data,
                fmt::format("line {} of '{}' has {} cells", line.number, path_, line.cells.size()),
                fmt::format("the lines before it have {}", columns_.width),
                "complete or remove the line; a missing reading is an empty cell");
        const std::size_t labels = columns_.first == FirstColumn::reading ? 0 : 1;
        if (columns_.first == FirstColumn::time) times_.add(line.cells[0], line.number);
        if (columns_.first == FirstColumn::index) check_index(line);
        static const std::string kUnnamed = "without a name";
        for (std::size_t i = 0; i < columns_.sensors; ++i) {
            const std::string& name = columns_.has_header ? columns_.ids[i] : kUnnamed;
            values_.push_back(reading_in(line.cells[i + labels], decimal_comma_,
                                         CellPlace{path_, line.number, i + labels + 1, name}));
        }
        follow_count();
        ++rows_;
    }

    TrafficSource finish(const SourceOptions& options) {
        require_no_hidden_index();
        TrafficSource source;
        source.path = path_;
        source.layout = "wide CSV";
        if (columns_.first == FirstColumn::time) {
            source.timestamps = times_.finish();
            source.notes = times_.notes();
        } else {
            source.timestamps = given_times(options, rows_, path_,
                                            columns_.first == FirstColumn::index
                                                ? "its first column counts the rows"
                                                : "it has no column of times");
        }
        const auto sensors = static_cast<std::int64_t>(columns_.sensors);
        if (columns_.has_header) {
            source.notes.emplace_back("the first line is taken for the sensor ids");
            source.sensor_ids = columns_.ids;
        } else {
            source.sensor_ids = given_ids(options, sensors, path_, source.notes);
        }
        source.feature_names = feature_names(options, default_feature_names(1), path_);
        source.feature_units = {""};
        source.rows = rows_in_memory(std::move(values_), sensors);
        return source;
    }

private:
    // A row that was left out would shift the times of all that follow.
    void check_index(const CsvLine& line) {
        if (rows_ == 0) first_index_ = line.cells[0] == "0" ? 0 : 1;
        require(
            line.cells[0] == fmt::to_string(first_index_ + rows_), ErrorKind::data,
            fmt::format("line {} of '{}' has the row number '{}'", line.number, path_,
                        line.cells[0]),
            fmt::format("the first column counts the rows, and {} is next", first_index_ + rows_),
            "put the missing rows in, with empty cells, or write times in their place");
    }

    // Whether the first column goes on as a count of the rows would.
    void follow_count() {
        const double first = values_[values_.size() - columns_.sensors];
        if (rows_ == 0) counts_ = first == 0 || first == 1;
        counts_ = counts_ && first == values_[0] + static_cast<double>(rows_);
    }

    // Row numbers under a name that tells nothing would be learnt as the readings of a sensor.
    void require_no_hidden_index() const {
        constexpr std::int64_t kEnoughRows = 12;  // fewer can be chance
        if (columns_.first != FirstColumn::reading || !counts_ || rows_ < kEnoughRows) return;
        throw Error(
            ErrorKind::data, fmt::format("the first column of '{}' counts its rows", path_),
            fmt::format("its cells are {:g}, {:g}, ... to the last line, which no sensor reads",
                        values_[0], values_[0] + 1),
            columns_.has_header ? "name it 'index', or remove it"
                                : "remove it, or put a line of names above, 'index' first");
    }

    const std::string& path_;
    bool decimal_comma_;
    WideColumns columns_;
    TimeColumn times_;
    std::vector<double> values_;
    std::int64_t rows_ = 0, first_index_ = 0;
    bool header_seen_ = false, counts_ = false;
};

}  // namespace

TrafficSource wide_csv_source(const std::string& path, const DataOptions& options) {
    const char separator = csv_separator(path);
    WideTable table(path, separator, read_wide_columns(path, separator, options),
                    options.source.date_order);
    read_csv_rows(path, separator, [&](const CsvLine& line) {
        table.add(line);
        return true;
    });
    return table.finish(options.source);
}

}  // namespace dcrnn
