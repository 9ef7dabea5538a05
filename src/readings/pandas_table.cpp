// A DataFrame in table format: the dataset `table` of records, each with the row label `index`,
// arrays values_block_0, values_block_1, ... of the columns by type, and columns of their own.

#include "dcrnn/error.hpp"
#include "given_names.hpp"
#include "pandas_group.hpp"
#include "pandas_labels.hpp"
#include "pandas_rows.hpp"
#include "pickled_labels.hpp"
#include "source_kinds.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dcrnn {
namespace {

// The labels of one column of the table, from its attribute NAME_kind.
std::vector<PickledValue> labels_of(const Hdf5File& file, const std::string& table,
                                    const std::string& column) {
    const std::string attribute = column + "_kind";
    const std::string where =
        fmt::format("attribute {} of '{}' in '{}'", attribute, table, file.path());
    PickledValue labels = read_pickled_labels(text_attribute(file, table, attribute), where);
    if (labels.kind != PickledValue::Kind::list) labels.items = {labels};
    return std::move(labels.items);
}

struct TableLayout {
    std::vector<std::string> columns;  // labels in the order of the frame
    std::vector<RowBlockOfColumns> blocks;
    std::string note;
};

void check_column(const Hdf5File& file, const std::string& group, const TableColumn& column,
                  std::size_t labels) {
    if (column.element != ElementKind::floating && column.element != ElementKind::integer)
        refuse_frame(file, group, fmt::format("the values of {} are not numbers", column.name));
    const std::string type =
        text_attribute(file, group + "/table", fmt::format("{}_dtype", column.name));
    if (type.rfind("datetime", 0) == 0 || type.rfind("timedelta", 0) == 0)
        refuse_frame(file, group, fmt::format("the values of {} are times", column.name));
    if (static_cast<std::int64_t>(labels) != column.width)
        refuse_frame(
            file, group,
            fmt::format("{} has {} columns and {} labels", column.name, column.width, labels));
}

// The order of the columns, from the pickle [(1, [labels])]; that of the blocks without it.
std::vector<std::string> frame_order(const Hdf5File& file, const std::string& group,
                                     std::vector<std::string> otherwise) {
    const std::string pickle = text_attribute(file, group, "non_index_axes");
    if (pickle.empty()) return otherwise;
    const PickledValue axes = read_pickled_labels(
        pickle, fmt::format("attribute non_index_axes of '{}' in '{}'", group, file.path()));
    if (axes.items.size() != 1 || axes.items[0].items.size() != 2) return otherwise;
    std::vector<std::string> order;
    for (const PickledValue& label : axes.items[0].items[1].items)
        order.push_back(label_text(label));
    return order;
}

TableLayout read_layout(const Hdf5File& file, const std::string& group) {
    const std::string table = group + "/table";
    TableLayout layout;
    std::vector<std::vector<std::string>> labels;  // of each block
    for (const TableColumn& column : file.table_columns(table)) {
        if (column.name == "index") continue;
        const auto values = labels_of(file, table, column.name);
        check_column(file, group, column, values.size());
        labels.emplace_back();
        for (const PickledValue& value : values) {
            labels.back().push_back(label_text(value));
            if (value.kind == PickledValue::Kind::list && layout.note.empty())
                layout.note = joined_note(labels.back().back());
        }
        layout.columns.insert(layout.columns.end(), labels.back().begin(), labels.back().end());
        layout.blocks.push_back({table, {}, column.name, column.bytes});
    }
    const std::size_t stored = layout.columns.size();
    layout.columns = frame_order(file, group, std::move(layout.columns));
    std::unordered_map<std::string, std::int64_t> places;
    for (const std::string& column : layout.columns)
        places.emplace(column, static_cast<std::int64_t>(places.size()));
    if (layout.columns.size() != stored)
        refuse_frame(
            file, group,
            fmt::format("it names {} columns and stores {}", layout.columns.size(), stored));
    std::unordered_set<std::string> stored_labels;
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (const std::string& label : labels[i]) {
            if (!stored_labels.insert(label).second)
                refuse_frame(file, group, fmt::format("it stores '{}' twice", label));
            const auto place = places.find(label);
            if (place == places.end())
                refuse_frame(file, group, fmt::format("'{}' is not among its columns", label));
            layout.blocks[i].columns.push_back(place->second);
        }
    return layout;
}

void check_table(const Hdf5File& file, const std::string& group) {
    const std::string type = text_attribute(file, group, "pandas_type");
    const std::string table_type = text_attribute(file, group, "table_type");
    if (type != "frame_table" || table_type == "appendable_multiframe")
        refuse_frame(file, group,
                     fmt::format("it is a {}", type == "frame_table" ? table_type : type));
    if (!file.is_dataset(group + "/table") || file.table_columns(group + "/table").empty())
        refuse_frame(file, group, "it has no table");
}

std::vector<std::int64_t> read_times(const Hdf5File& file, const std::string& group,
                                     const SourceOptions& options) {
    const std::string table = group + "/table";
    const auto columns = file.table_columns(table);
    if (columns.front().name != "index" || columns.front().element != ElementKind::integer ||
        columns.front().width != 1)
        refuse_frame(file, group, "its row labels are not times");
    std::vector<std::int64_t> labels(static_cast<std::size_t>(file.info(table).shape.at(0)));
    file.read_column_rows(table, "index", 0, static_cast<std::int64_t>(labels.size()),
                          labels.data());
    return index_times(file, group, text_attribute(file, table, "index_kind"), std::move(labels),
                       options);
}

bool has_zone(const Hdf5File& file, const std::string& group) {
    const std::string info = text_attribute(file, group, "info");  // a pickled dictionary
    return info.find("Vtz\n") != std::string::npos || info.find("S'tz'\n") != std::string::npos;
}

}  // namespace

TrafficSource pandas_table_source(std::shared_ptr<const Hdf5File> file, const std::string& group,
                                  const DataOptions& options) {
    check_table(*file, group);
    TableLayout layout = read_layout(*file, group);
    TrafficSource source;
    source.path = file->path();
    source.layout = fmt::format("pandas, table {}", group);
    source.timestamps = read_times(*file, group, options.source);
    if (!layout.note.empty()) source.notes.push_back(layout.note);
    if (has_zone(*file, group)) source.notes.push_back(zone_note());
    source.sensor_ids = std::move(layout.columns);
    source.feature_names = feature_names(options.source, default_feature_names(1), file->path());
    source.feature_units = {""};
    source.rows = pandas_rows(std::move(file), std::move(layout.blocks),
                              static_cast<std::int64_t>(source.sensor_ids.size()));
    return source;
}

}  // namespace dcrnn
