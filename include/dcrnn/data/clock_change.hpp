#pragma once
// Which rows of a file are kept: all, but for the repeated hour of an autumn clock change, of which
// the first pass is kept. Anything else that is not ascending is refused.

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct RowBlock {
    std::int64_t first, count;
};

struct KeptRows {
    std::vector<RowBlock> blocks;  // ascending
    std::vector<std::string> notes;
};

// `path` is for the messages. Throws Error(data) with row and time.
KeptRows keep_ascending(const std::vector<std::int64_t>& timestamps, const std::string& path);

}  // namespace dcrnn
