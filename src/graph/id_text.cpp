#include "id_text.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace dcrnn {

std::string first_ten(const std::vector<std::string>& ids) {
    constexpr std::size_t kNamed = 10;
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(kNamed, ids.size()));
    return fmt::format("{}{}", fmt::join(ids.begin(), end, ", "),
                       ids.size() > kNamed ? fmt::format(" and {} more", ids.size() - kNamed) : "");
}

std::vector<std::string> ids_without(const std::vector<std::string>& ids,
                                     const std::vector<std::string>& others) {
    const std::unordered_set<std::string_view> known(others.begin(), others.end());
    std::vector<std::string> rest;
    for (const auto& id : ids)
        if (known.count(id) == 0) rest.push_back(id);
    return rest;
}

bool are_counted(const std::vector<std::string>& ids) {
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (ids[i] != std::to_string(i)) return false;
    return !ids.empty();
}

std::vector<std::string> read_id_file(const std::string& path) {
    constexpr std::string_view kSeparators = ",; \t\r\n";
    std::vector<std::string> ids;
    std::unordered_set<std::string> known;
    for (const CsvRow& row : read_csv(path).rows) {
        for (const std::string& field : row) {
            for (std::size_t from = 0, to = 0; from < field.size(); from = to) {
                from = std::min(field.find_first_not_of(kSeparators, from), field.size());
                to = std::min(field.find_first_of(kSeparators, from), field.size());
                if (from == to) break;
                ids.push_back(field.substr(from, to - from));
                require(known.insert(ids.back()).second, ErrorKind::data,
                        fmt::format("the id {} stands twice in '{}'", ids.back(), path),
                        "each sensor has one place", "remove one of them");
            }
        }
    }
    require(!ids.empty(), ErrorKind::data, fmt::format("there are no ids in '{}'", path),
            "it holds separators only", "give a file with ids separated by commas or lines");
    return ids;
}

}  // namespace dcrnn
