#include "dcrnn/config/option_table.hpp"

#include "dcrnn/config/nearest_name.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

namespace dcrnn {

std::vector<std::pair<std::string, std::string>> list_options(const Options& options) {
    std::vector<std::pair<std::string, std::string>> list;
    visit_options(options, [&list](const OptionInfo& info, const auto& field) {
        list.emplace_back(info.key, to_text(field));
    });
    return list;
}

void set_option(Options& options, const std::string& key, const std::string& text) {
    bool known = false;
    std::vector<std::string> keys;
    visit_options(options, [&](const OptionInfo& info, auto& field) {
        keys.emplace_back(info.key);
        if (key != info.key) return;
        known = true;
        try {
            parse(text, field);
        } catch (const Error& error) {  // parse knows the value, only we know the option
            throw Error(error.kind(), fmt::format("--{}: {}", key, error.what()), "", "");
        }
    });
    if (known) return;
    throw Error(ErrorKind::usage, fmt::format("unknown option '{}'", key),
                fmt::format("the nearest known one is '{}'", nearest_name(key, keys)),
                "correct the name; --help lists all");
}

}  // namespace dcrnn
