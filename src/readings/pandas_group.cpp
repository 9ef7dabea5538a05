#include "pandas_group.hpp"

#include "dcrnn/data/hdf5_series.hpp"
#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "written_time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

namespace dcrnn {
namespace {

bool is_pandas(const Hdf5File& file, const std::string& group) {
    return file.has_attribute(group, "pandas_type") ||
           (file.is_dataset(group + "/axis0") && file.is_dataset(group + "/axis1"));
}

// Groups that pandas wrote, at any depth.
std::vector<std::string> pandas_groups(const Hdf5File& file) {
    std::vector<std::string> found;
    const auto is_inside = [](const std::string& path, const std::string& group) {
        return path.compare(0, group.size() + 1, group + "/") == 0;
    };
    for (const std::string& path : file.all_paths()) {
        if (!found.empty() && is_inside(path, found.back())) continue;
        if (file.has(path) && !file.is_dataset(path) && is_pandas(file, path))
            found.push_back(path);
    }
    return found;
}

std::string list(const std::vector<std::string>& names) {
    return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

// Ticks of a time index per second; 0: no times. Pandas before 2 knew nanoseconds only and named no
// unit.
std::int64_t ticks_per_second(const std::string& kind) {
    static const std::map<std::string, std::int64_t> kUnits{{"datetime64", 1'000'000'000},
                                                            {"datetime64[ns]", 1'000'000'000},
                                                            {"datetime64[us]", 1'000'000},
                                                            {"datetime64[ms]", 1'000},
                                                            {"datetime64[s]", 1}};
    const auto comma = kind.find(',');  // a time zone follows
    const auto unit = kUnits.find(comma == std::string::npos ? kind : kind.substr(0, comma) + "]");
    return unit == kUnits.end() ? 0 : unit->second;
}

// Labels that count: those that are left out leave a gap in time.
void from_counts(const Hdf5File& file, const std::string& group, std::vector<std::int64_t>& labels,
                 const SourceOptions& options) {
    if (labels.empty()) return;
    const std::int64_t first = labels.front();
    constexpr std::int64_t most = std::int64_t{1} << 31;  // steps
    for (std::size_t row = 0; row < labels.size(); ++row)
        if (labels[row] < first || labels[row] / 2 - first / 2 > most)
            refuse_frame(file, group,
                         fmt::format("its row labels are whole numbers that do not count up: row "
                                     "{} has {}, the first {}",
                                     row, labels[row], first));
    const auto start = given_times(options, 1, file.path(),
                                   fmt::format("the row labels of '{}' are of kind 'integer', "
                                               "whole numbers from {} on and no times",
                                               group, first))
                           .front();
    const std::int64_t step = step_seconds(options);
    for (std::int64_t& label : labels) label = start + (label - first) * step;
}

}  // namespace

std::string choose_pandas_group(const Hdf5File& file, const std::string& key) {
    const auto groups = pandas_groups(file);
    const auto has = [&](const std::string& name) {
        return std::find(groups.begin(), groups.end(), name) != groups.end();
    };
    const std::string wanted = key.substr(std::min(key.find_first_not_of('/'), key.size()));
    if (has(wanted)) return wanted;
    require(key.empty(), ErrorKind::data,
            fmt::format("'{}' has no pandas group '{}'", file.path(), key),
            fmt::format("it holds {}", list(groups.empty() ? file.children("/") : groups)),
            "choose one of these with --key");
    require(!groups.empty(), ErrorKind::data,
            fmt::format("'{}' holds no traffic data", file.path()),
            fmt::format("it holds {}", list(file.children("/"))),
            "give a file with values, timestamps and sensor_ids (data/README.md) or a pandas "
            "DataFrame, or name the datasets with --values, --times and --ids");
    if (has("df")) return "df";
    require(groups.size() == 1, ErrorKind::data,
            fmt::format("'{}' holds several pandas groups", file.path()), list(groups),
            "choose one with --key");
    return groups.front();
}

std::string text_attribute(const Hdf5File& file, const std::string& object,
                           const std::string& name) {
    return file.has_attribute(object, name) ? file.read_text_attribute(object, name) : "";
}

void refuse_frame(const Hdf5File& file, const std::string& group, const std::string& what) {
    throw Error(ErrorKind::data,
                fmt::format("cannot read the pandas group '{}' of '{}'", group, file.path()), what,
                "store it again from Python, as a DataFrame of numbers with times as row labels "
                "and sensors as columns: df.to_hdf('new.h5', key='df')");
}

std::vector<std::int64_t> index_times(const Hdf5File& file, const std::string& group,
                                      const std::string& kind, std::vector<std::int64_t> labels,
                                      const SourceOptions& options) {
    if (kind == "integer") {
        from_counts(file, group, labels, options);
    } else {
        const std::int64_t ticks = ticks_per_second(kind);
        if (ticks == 0)
            refuse_frame(file, group,
                         fmt::format("its row labels are of kind '{}', and no time index",
                                     kind.empty() ? "unknown" : kind));
        constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();
        const auto hole = std::find(labels.begin(), labels.end(), not_a_time);
        if (hole != labels.end())
            refuse_frame(file, group,
                         fmt::format("row {} has no time (NaT)", hole - labels.begin()));
        for (std::int64_t& time : labels)
            time = time / ticks - (time % ticks < 0 ? 1 : 0);  // rounded down, before 1970 as well
    }
    check_seconds(file, group, labels);
    return labels;
}

std::vector<std::int64_t> text_times(const Hdf5File& file, const std::string& group,
                                     const std::vector<std::string>& labels, DateOrder order) {
    if (labels.empty() || !looks_like_time(labels.front()))
        refuse_frame(file, group,
                     fmt::format("its row labels are texts such as '{}', not times",
                                 labels.empty() ? "" : labels.front()));
    TimeColumn times(file.path(), order);
    for (std::size_t row = 0; row < labels.size(); ++row) times.add(labels[row], row + 1);
    return times.finish();
}

}  // namespace dcrnn
