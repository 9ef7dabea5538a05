#include "mask_rows.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace dcrnn {
namespace {

// Some rows at a time: as wide numbers a mask takes eight times the memory of its marks.
template <class Number>
void read_as(const Hdf5File& file, const std::string& dataset, std::int64_t file_row,
             ReadingBlock& block) {
    const std::int64_t width = block.sensors * block.features;
    const std::int64_t most = std::max<std::int64_t>(1, (1 << 20) / width);
    std::vector<Number> marks;
    std::int64_t next = 0;
    for (std::int64_t row = 0; row < block.rows; row += most) {
        const std::int64_t rows = std::min(most, block.rows - row);
        marks.resize(static_cast<std::size_t>(rows * width));
        file.read_rows(dataset, file_row + row, rows, marks.data());
        for (const Number mark : marks) {
            require(mark == 0 || mark == 1, ErrorKind::data,
                    fmt::format("'{}': the mask of {} is {}", file.path(),
                                reading_place(block, next), mark),
                    "it must be 1 for a valid reading or 0 for a missing one",
                    "write the mask again as 0 and 1");
            block.valid[static_cast<std::size_t>(next++)] = mark == 1 ? 1 : 0;
        }
    }
}

}  // namespace

void read_mask(const Hdf5File& file, const std::string& dataset, std::int64_t file_row,
               ReadingBlock& block) {
    block.valid.resize(static_cast<std::size_t>(block.rows * block.sensors * block.features));
    const DatasetInfo info = file.info(dataset);
    if (info.element == ElementKind::floating)
        read_as<double>(file, dataset, file_row, block);
    else if (info.element == ElementKind::integer)
        read_as<std::int64_t>(file, dataset, file_row, block);
    else
        read_as<std::uint8_t>(file, dataset, file_row, block);  // the truth values of PyTables
}

}  // namespace dcrnn
