#include "sensor_match.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace dcrnn {
namespace {

constexpr std::size_t kNamed = 10;

std::vector<std::string> without(const std::vector<std::string>& ids,
                                 const std::vector<std::string>& others) {
    const std::set<std::string> known(others.begin(), others.end());
    std::vector<std::string> rest;
    std::copy_if(ids.begin(), ids.end(), std::back_inserter(rest),
                 [&](const std::string& id) { return known.count(id) == 0; });
    return rest;
}

std::string first_ten(const std::vector<std::string>& ids) {
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(kNamed, ids.size()));
    return fmt::format("{}{}", fmt::join(ids.begin(), end, ", "),
                       ids.size() > kNamed ? fmt::format(" and {} more", ids.size() - kNamed) : "");
}

}  // namespace

void require_same_sensors(const std::vector<std::string>& trained,
                          const std::vector<std::string>& given, const std::string& path) {
    if (trained == given) return;
    const auto missing = without(trained, given), added = without(given, trained);
    const char* const remedy = "give the sensors of the training in their order";
    if (missing.empty() && added.empty()) {
        std::vector<std::string> moved;
        for (std::size_t i = 0; i < std::min(trained.size(), given.size()); ++i)
            if (trained[i] != given[i]) moved.push_back(given[i]);
        throw Error(
            ErrorKind::data,
            fmt::format("the sensors of '{}' stand in another order than in the training", path),
            fmt::format("not in their place: {}", first_ten(moved)), remedy);
    }
    std::string reason;
    if (!missing.empty()) reason = fmt::format("not in the file: {}", first_ten(missing));
    if (!added.empty())
        reason +=
            fmt::format("{}not in the training: {}", reason.empty() ? "" : "; ", first_ten(added));
    throw Error(ErrorKind::data,
                fmt::format("'{}' holds other sensors than the training ({} here, {} there)", path,
                            given.size(), trained.size()),
                reason, remedy);
}

}  // namespace dcrnn
