#include "dcrnn/error.hpp"
#include "pandas_group.hpp"
#include "source_kinds.hpp"

namespace dcrnn {

TrafficSource foreign_hdf5_source(const std::string& path, const DataOptions& options) {
    const auto file = std::make_shared<const Hdf5File>(Hdf5File::open(path));
    if (!options.source.values.empty()) return any_hdf5_source(file, options);
    const std::string group = choose_pandas_group(*file, options.key);
    if (text_attribute(*file, group, "pandas_type").find("_table") != std::string::npos)
        return pandas_table_source(file, group, options);
    return pandas_fixed_source(file, group, options);
}

}  // namespace dcrnn
