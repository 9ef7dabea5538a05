#pragma once
// One function for each kind of source, which reads the file and says what it holds. All throw
// Error(data) with place, reason and remedy, or Error(usage) where an option is wanted.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/row_source.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "long_columns.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

// Any HDF5 file that is not of the own layout.
TrafficSource foreign_hdf5_source(const std::string& path, const DataOptions& options);
TrafficSource pandas_fixed_source(std::shared_ptr<const Hdf5File> file, const std::string& group,
                                  const DataOptions& options);

TrafficSource pandas_table_source(std::shared_ptr<const Hdf5File> file, const std::string& group,
                                  const DataOptions& options);

TrafficSource any_hdf5_source(std::shared_ptr<const Hdf5File> file, const DataOptions& options);

// Archives of windows of one series; reads the series whole.
TrafficSource windows_source(const std::vector<std::string>& paths, const DataOptions& options);

// One array [time, sensor, feature].
TrafficSource npz_source(const std::string& path, const DataOptions& options);
TrafficSource npy_source(const std::string& path, const DataOptions& options);

// Wide CSV has one column per sensor and one line per time, long CSV one line for each of both.
// Reads the text whole.
TrafficSource csv_source(const std::string& path, const DataOptions& options);
TrafficSource wide_csv_source(const std::string& path, const DataOptions& options);
TrafficSource long_csv_source(const std::string& path, const LongColumns& columns,
                              const DataOptions& options);
bool has_time_column(const std::string& path, const SourceOptions& options);  // of a CSV file

}  // namespace dcrnn
