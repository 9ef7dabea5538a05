#include "dcrnn/config/nearest_name.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace dcrnn {
namespace {

// Optimal string alignment: the rows of its table for the last two prefixes of a, and the new one.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = above;
        above = row;
    }
    return above[b.size()];
}

}  // namespace

std::string nearest_name(const std::string& wrong, const std::vector<std::string>& known) {
    assert(!known.empty());
    return *std::min_element(known.begin(), known.end(),
                             [&wrong](const std::string& a, const std::string& b) {
                                 return edit_distance(wrong, a) < edit_distance(wrong, b);
                             });
}

}  // namespace dcrnn
