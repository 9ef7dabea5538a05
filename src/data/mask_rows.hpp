#pragma once
// The mask of a traffic file: which readings are valid, in any kind of numbers.

#include "dcrnn/data/reading_block.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <cstdint>
#include <string>

namespace dcrnn {

// Fills block.valid from the file's rows file_row .. file_row + block.rows - 1. Throws Error(data)
// that names the place of what is neither 0 nor 1: HDF5 would make a 0 of a half or of -1, and so a
// missing reading.
void read_mask(const Hdf5File& file, const std::string& dataset, std::int64_t file_row,
               ReadingBlock& block);

}  // namespace dcrnn
