#include "id_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {

std::string id_list(const std::vector<std::string>& ids) {
    constexpr std::size_t kShown = 6;
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, ids.size()));
    return fmt::format("{}{} ({})", fmt::join(ids.begin(), end, ", "),
                       ids.size() > kShown ? ", ..." : "", ids.size());
}

}  // namespace dcrnn
