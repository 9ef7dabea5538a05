#include "dcrnn/train/target_presence.hpp"

#include "dcrnn/data/missing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {

// Row by row, up to the first valid one: in most series that is the first.
bool has_valid_target(const Series& series, const std::vector<std::int64_t>& windows,
                      const DataOptions& options) {
    std::int64_t next = 0;  // rows before it were looked at
    for (const auto window : windows) {
        const auto first = window + options.seq_len, last = first + options.horizon;
        for (next = std::max(next, first); next < last; ++next) {
            const auto targets = series.values.narrow(0, next, 1).narrow(2, 0, options.output_dim);
            if (valid_targets(targets, options.null_value).any().item<bool>()) return true;
        }
    }
    return false;
}

std::string no_target_text(const char* split, const std::vector<std::int64_t>& windows,
                           const DataOptions& options) {
    return fmt::format(
        "the {} windows have no valid reading to forecast: all of rows {} to {} are "
        "missing",
        split, windows.front() + options.seq_len,
        windows.back() + options.seq_len + options.horizon - 1);
}

}  // namespace dcrnn
