#include "pandas_labels.hpp"

#include "dcrnn/data/hdf5_series.hpp"
#include "pandas_group.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dcrnn {
namespace {

std::vector<std::string> level_texts(const Hdf5File& file, const std::string& group,
                                     const std::string& level) {
    if (!file.is_dataset(group + "/" + level))
        refuse_frame(file, group, fmt::format("it has no {}", level));
    return read_ids(file, group + "/" + level);
}

PandasLabels several_levels(const Hdf5File& file, const std::string& group,
                            const std::string& axis) {
    std::vector<std::vector<std::string>> parts;  // of each label
    for (int level = 0; file.is_dataset(fmt::format("{}/{}_label{}", group, axis, level));
         ++level) {
        const auto texts = level_texts(file, group, fmt::format("{}_level{}", axis, level));
        const auto codes =
            file.read<std::int64_t>(fmt::format("{}/{}_label{}", group, axis, level));
        if (level == 0) parts.resize(codes.size());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            const bool inside = codes[i] >= 0 && static_cast<std::size_t>(codes[i]) < texts.size();
            if (!inside || codes.size() != parts.size())
                refuse_frame(file, group,
                             fmt::format("the levels of {} do not fit each other", axis));
            parts[i].push_back(texts[static_cast<std::size_t>(codes[i])]);
        }
    }
    PandasLabels labels;
    for (const auto& label : parts) labels.texts.push_back(joined_label(label));
    if (!labels.texts.empty()) labels.note = joined_note(labels.texts.front());
    return labels;
}

}  // namespace

PandasLabels pandas_labels(const Hdf5File& file, const std::string& group,
                           const std::string& axis) {
    if (text_attribute(file, group, axis + "_variety") == "multi")
        return several_levels(file, group, axis);
    return {level_texts(file, group, axis), ""};
}

std::string joined_label(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, "|"));
}

std::string joined_note(const std::string& example) {
    return fmt::format("the columns have several levels: they are joined with |, as in '{}'",
                       example);
}

std::string zone_note() {
    return "the time index has a time zone: its times are taken as UTC, so the time of day is "
           "that of UTC and the clock changes do not show";
}

}  // namespace dcrnn
