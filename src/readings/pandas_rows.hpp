#pragma once
// Rows of a DataFrame whose columns stand in several places, put together in the order of the
// columns.

#include "dcrnn/data/row_source.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

struct RowBlockOfColumns {
    std::string dataset;                // [time, column of the block]
    std::vector<std::int64_t> columns;  // of the frame
    std::string table_column;           // where the dataset is a table
    int bytes = 0;                      // per number
};

std::shared_ptr<const RowSource> pandas_rows(std::shared_ptr<const Hdf5File> file,
                                             std::vector<RowBlockOfColumns> blocks,
                                             std::int64_t width);

}  // namespace dcrnn
