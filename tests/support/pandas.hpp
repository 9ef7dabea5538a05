#pragma once
// A DataFrame as pandas' to_hdf stores it in fixed format, to be spoiled by tests.

#include "dcrnn/files/hdf5_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn::support {

struct PandasFrame {
    std::string group = "df";
    std::string type = "frame";  // pandas_type; empty: no such attribute
    std::string kind = "datetime64";
    std::vector<std::int64_t> index{0, 300'000'000'000, 600'000'000'000};
    std::vector<std::string> columns{"a", "b"}, block_columns{"a", "b"};
    std::vector<double> values{1, 2, 3, 4, 5, 6};  // [time, column of the block]
};

inline void write_frame(Hdf5File& file, const PandasFrame& frame) {
    const auto rows = static_cast<std::int64_t>(frame.index.size());
    const auto columns = static_cast<std::int64_t>(frame.block_columns.size());
    file.write_strings(frame.group + "/axis0", frame.columns);
    file.write(frame.group + "/axis1", {rows}, frame.index.data());
    file.write_text_attribute(frame.group + "/axis1", "kind", frame.kind);
    file.write_strings(frame.group + "/block0_items", frame.block_columns);
    file.write(frame.group + "/block0_values", {rows, columns}, frame.values.data());
    if (!frame.type.empty()) file.write_text_attribute(frame.group, "pandas_type", frame.type);
}

inline void write_pandas_file(const std::string& path, const std::vector<PandasFrame>& frames) {
    Hdf5File file = Hdf5File::create(path);
    for (const PandasFrame& frame : frames) write_frame(file, frame);
    file.finish();
}

}  // namespace dcrnn::support
