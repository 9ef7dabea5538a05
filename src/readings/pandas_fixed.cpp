// A DataFrame in fixed format: axis0 holds the column labels, axis1 the row labels, and the columns
// stand in blocks by type, each with a list of its columns.

#include "dcrnn/data/hdf5_series.hpp"
#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "pandas_group.hpp"
#include "pandas_labels.hpp"
#include "pandas_rows.hpp"
#include "source_kinds.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

namespace dcrnn {
namespace {

void check_frame(const Hdf5File& file, const std::string& group) {
    const std::string type = text_attribute(file, group, "pandas_type");
    if (!type.empty() && type != "frame")
        refuse_frame(file, group, fmt::format("it is a {}", type));
    if (text_attribute(file, group, "axis1_variety") == "multi")
        refuse_frame(file, group, "its row labels have several levels");
    for (const char* part : {"axis1", "block0_values"})
        if (!file.is_dataset(group + "/" + part))
            refuse_frame(file, group, fmt::format("it has no {}", part));
}

std::vector<std::int64_t> read_times(const Hdf5File& file, const std::string& group,
                                     const SourceOptions& options) {
    const std::string axis = group + "/axis1";
    const DatasetInfo info = file.info(axis);
    if (info.element == ElementKind::string)
        return text_times(file, group, file.read_strings(axis), options.date_order);
    const std::string kind = text_attribute(file, axis, "kind");
    if (info.element != ElementKind::integer)
        refuse_frame(file, group,
                     fmt::format("its row labels are of kind '{}', and no time index", kind));
    return index_times(file, group, kind, file.read<std::int64_t>(axis), options);
}

void check_block(const Hdf5File& file, const std::string& group, const std::string& values,
                 const std::vector<std::string>& items) {
    const ElementKind element = file.info(values).element;
    const bool numbers = element == ElementKind::floating || element == ElementKind::integer;
    const bool times = text_attribute(file, values, "value_type").rfind("datetime", 0) == 0;
    if (!numbers || times)
        refuse_frame(file, group,
                     fmt::format("its values are not numbers in {} column(s), such as '{}'",
                                 items.size(), items.empty() ? "" : items.front()));
}

// The blocks, each with the columns of the frame that it holds.
std::vector<RowBlockOfColumns> find_blocks(const Hdf5File& file, const std::string& group,
                                           std::int64_t rows,
                                           const std::vector<std::string>& columns) {
    std::unordered_map<std::string, std::int64_t> places;
    for (const std::string& column : columns)
        places.emplace(column, static_cast<std::int64_t>(places.size()));
    if (places.size() < columns.size()) return {};  // one stands twice; TrafficFile says which
    std::vector<bool> found(columns.size(), false);
    std::vector<RowBlockOfColumns> blocks;
    std::size_t total = 0;
    for (int i = 0; file.is_dataset(fmt::format("{}/block{}_values", group, i)); ++i) {
        RowBlockOfColumns block;
        block.dataset = fmt::format("{}/block{}_values", group, i);
        const auto items = pandas_labels(file, group, fmt::format("block{}_items", i)).texts;
        check_block(file, group, block.dataset, items);
        require_shape(file, block.dataset, {rows, static_cast<std::int64_t>(items.size())},
                      fmt::format("times of axis1 by columns of block{}_items", i));
        for (const std::string& item : items) {
            const auto place = places.find(item);
            if (place == places.end())
                refuse_frame(file, group,
                             fmt::format("'{}' is not in both axis0 and the blocks", item));
            found[static_cast<std::size_t>(place->second)] = true;
            block.columns.push_back(place->second);
        }
        block.bytes = file.info(block.dataset).bytes;
        total += items.size();
        blocks.push_back(std::move(block));
    }
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (!found[i])
            refuse_frame(file, group,
                         fmt::format("'{}' is not in both axis0 and the blocks", columns[i]));
    if (total != columns.size())
        refuse_frame(
            file, group,
            fmt::format("axis0 names {} columns, the blocks hold {}", columns.size(), total));
    return blocks;
}

}  // namespace

TrafficSource pandas_fixed_source(std::shared_ptr<const Hdf5File> file, const std::string& group,
                                  const DataOptions& options) {
    check_frame(*file, group);
    TrafficSource source;
    source.path = file->path();
    source.layout = fmt::format("pandas, group {}", group);
    source.timestamps = read_times(*file, group, options.source);
    PandasLabels labels = pandas_labels(*file, group, "axis0");
    if (!labels.note.empty()) source.notes.push_back(labels.note);
    source.sensor_ids = std::move(labels.texts);
    source.feature_names = feature_names(options.source, default_feature_names(1), file->path());
    source.feature_units = {""};
    if (file->has_attribute(group + "/axis1", "tz")) source.notes.push_back(zone_note());
    const auto rows = static_cast<std::int64_t>(source.timestamps.size());
    source.rows = pandas_rows(file, find_blocks(*file, group, rows, source.sensor_ids),
                              static_cast<std::int64_t>(source.sensor_ids.size()));
    return source;
}

}  // namespace dcrnn
