#include "dcrnn/data/windows.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace dcrnn {
namespace {

// Halves go to even, as Python rounds.
std::int64_t rounded_share(double share, std::int64_t count) {
    return static_cast<std::int64_t>(std::nearbyint(share * static_cast<double>(count)));
}

std::int64_t count_windows(std::int64_t rows, const DataOptions& options) {
    require(options.seq_len > 0 && options.horizon > 0, ErrorKind::usage,
            fmt::format("a window of {} input and {} forecast steps is impossible", options.seq_len,
                        options.horizon),
            "both must be at least 1", "change --seq-len or --horizon");
    const std::int64_t length = options.seq_len + options.horizon;
    require(rows >= length, ErrorKind::data,
            fmt::format("the series has {} rows, fewer than one window", rows),
            fmt::format("--seq-len {} and --horizon {} make {}", options.seq_len, options.horizon,
                        length),
            "give a longer series or shorter windows");
    return rows - length + 1;
}

// Windows first .. last-1 that cross no gap. A gap lies before its row, so a window crosses it when
// it begins before that row and reaches it.
std::vector<std::int64_t> unbroken(std::int64_t first, std::int64_t last,
                                   const DataOptions& options, const std::vector<Gap>& gaps) {
    const std::int64_t length = options.seq_len + options.horizon;
    std::vector<std::int64_t> windows;
    auto gap = gaps.begin();
    for (std::int64_t window = first; window < last; ++window) {
        while (gap != gaps.end() && gap->row <= window) ++gap;
        const bool crosses = gap != gaps.end() && gap->row < window + length;
        if (!crosses || options.gaps == GapRule::keep) windows.push_back(window);
    }
    return windows;
}

void check_split(const std::vector<double>& split) {
    const bool three = split.size() == 3;
    const bool shares = three && split[0] >= 0 && split[1] >= 0 && split[2] >= 0 &&
                        std::abs(split[0] + split[1] + split[2] - 1) < 1e-6;
    require(shares, ErrorKind::usage, fmt::format("--split {} is no split", fmt::join(split, ",")),
            "three shares for train, validation and test must add up to 1",
            "give for example 0.7,0.1,0.2");
}

void check_filled(const std::vector<std::int64_t>& windows, const char* name,
                  const WindowSplit& split) {
    require(!windows.empty(), ErrorKind::data,
            fmt::format("no window is left for the {} split", name),
            fmt::format("train {}, validation {}, test {}, left out at gaps {}", split.train.size(),
                        split.validation.size(), split.test.size(), split.left_out),
            "give a longer series, another --split, shorter windows or --keep-gaps");
}

}  // namespace

std::vector<std::int64_t> WindowSplit::select(SplitName name) const {
    if (name == SplitName::train) return train;
    if (name == SplitName::val) return validation;
    if (name == SplitName::test) return test;
    std::vector<std::int64_t> all = train;
    all.insert(all.end(), validation.begin(), validation.end());
    all.insert(all.end(), test.begin(), test.end());
    return all;
}

std::vector<std::int64_t> all_windows(std::int64_t rows, const DataOptions& options,
                                      const std::vector<Gap>& gaps) {
    return unbroken(0, count_windows(rows, options), options, gaps);
}

WindowSplit split_windows(std::int64_t rows, const DataOptions& options,
                          const std::vector<Gap>& gaps) {
    check_split(options.split);
    const std::int64_t count = count_windows(rows, options);
    const std::int64_t train = rounded_share(options.split[0], count);
    const std::int64_t test_begin = std::max(train, count - rounded_share(options.split[2], count));
    WindowSplit split;
    split.train = unbroken(0, train, options, gaps);
    split.validation = unbroken(train, test_begin, options, gaps);
    split.test = unbroken(test_begin, count, options, gaps);
    split.scaler_rows = train + options.seq_len - 1;
    const auto kept = split.train.size() + split.validation.size() + split.test.size();
    split.left_out = count - static_cast<std::int64_t>(kept);
    check_filled(split.train, "training", split);
    check_filled(split.validation, "validation", split);
    check_filled(split.test, "test", split);
    return split;
}

}  // namespace dcrnn
