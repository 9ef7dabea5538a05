#include "given_names.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_rows.hpp"
#include "written_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace dcrnn {

std::int64_t step_seconds(const SourceOptions& options) {
    const double seconds = options.step_minutes * 60;
    constexpr double kLongest = 366.0 * 86400;
    require(seconds >= 0.5 && seconds <= kLongest && std::abs(seconds - std::round(seconds)) < 1e-3,
            ErrorKind::usage,
            fmt::format("--step-minutes {} is not possible", options.step_minutes),
            "a step is a number of whole seconds, up to a year",
            "give the minutes between two rows, such as 5");
    return std::llround(seconds);
}

std::vector<std::int64_t> given_times(const SourceOptions& options, std::int64_t rows,
                                      const std::string& path, const std::string& why) {
    require(!options.start.empty() && options.step_minutes > 0, ErrorKind::usage,
            fmt::format("'{}' does not say when its rows were", path), why,
            "add --start '2012-03-01 00:00', the local time of the first row, and --step-minutes "
            "5, the minutes from row to row");
    const std::int64_t start = option_time("start", options.start), step = step_seconds(options);
    std::vector<std::int64_t> times(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row)
        times[static_cast<std::size_t>(row)] = start + row * step;
    return times;
}

std::vector<std::string> split_names(const std::string& list) {
    std::vector<std::string> names;
    for (std::size_t from = 0; from <= list.size() && !list.empty();) {
        const std::size_t to = std::min(list.find(',', from), list.size());
        std::string name = list.substr(from, to - from);
        const auto first = name.find_first_not_of(' ');
        name = first == std::string::npos
                   ? ""
                   : name.substr(first, name.find_last_not_of(' ') - first + 1);
        names.push_back(std::move(name));
        from = to + 1;
    }
    return names;
}

std::vector<std::string> feature_names(const SourceOptions& options,
                                       std::vector<std::string> otherwise,
                                       const std::string& path) {
    if (options.feature_names.empty()) return otherwise;
    std::vector<std::string> names = split_names(options.feature_names);
    require(names.size() == otherwise.size(), ErrorKind::usage,
            fmt::format("--feature-names gives {} name(s)", names.size()),
            fmt::format("each reading of '{}' consists of {}", path, otherwise.size()),
            "give one name for each, separated by commas");
    return names;
}

std::vector<std::string> given_ids(const SourceOptions& options, std::int64_t sensors,
                                   const std::string& path, std::vector<std::string>& notes) {
    std::vector<std::string> ids;
    if (options.ids.empty()) {
        for (std::int64_t i = 0; i < sensors; ++i) ids.push_back(fmt::to_string(i));
        notes.emplace_back("it names no sensors: they are numbered from 0 (--ids FILE names them)");
        return ids;
    }
    read_csv_rows(options.ids, ',', [&](const CsvLine& line) {
        std::copy_if(line.cells.begin(), line.cells.end(), std::back_inserter(ids),
                     [](const std::string& cell) { return !cell.empty(); });
        return true;
    });
    require(static_cast<std::int64_t>(ids.size()) == sensors, ErrorKind::data,
            fmt::format("'{}' names {} sensors", options.ids, ids.size()),
            fmt::format("'{}' has {}", path, sensors), "give a file with one id for each");
    notes.push_back(fmt::format("the sensors are named by '{}'", options.ids));
    return ids;
}

}  // namespace dcrnn
