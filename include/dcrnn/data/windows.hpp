#pragma once
// Windows are numbers: window i is rows i .. i+seq_len+horizon-1 of the one raw series, never
// copied. They are numbered and split first, by time, with the rounding of the published code
// (liyaguang/DCRNN, generate_training_data.py): test = round(share n), train = round(share n),
// validation the rest, halves to even. Windows that cross a gap are left out afterwards, so no
// other window changes its split.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/timeline.hpp"

#include <cstdint>
#include <vector>

namespace dcrnn {

struct WindowSplit {
    std::vector<std::int64_t> train, validation, test;  // first rows of the windows, ascending
    std::int64_t scaler_rows = 0;  // rows 0 .. scaler_rows-1 are the inputs of training windows
    std::int64_t left_out = 0;     // windows that crossed a gap

    std::vector<std::int64_t> select(SplitName name) const;
};

// Throws Error(data) when the series is shorter than one window, or a split is left without
// windows.
WindowSplit split_windows(std::int64_t rows, const DataOptions& options,
                          const std::vector<Gap>& gaps);

// Every window that crosses no gap, whatever its split: for forecasts of a series that is too short
// to be split.
std::vector<std::int64_t> all_windows(std::int64_t rows, const DataOptions& options,
                                      const std::vector<Gap>& gaps);

}  // namespace dcrnn
