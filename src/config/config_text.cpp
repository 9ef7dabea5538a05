#include "dcrnn/config/config_text.hpp"

#include "dcrnn/config/option_table.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// A value that begins or ends with a blank, or holds what would begin a comment.
std::string quoted_where_needed(const std::string& text) {
    const bool trimmed = text.empty() || (!is_blank(text.front()) && !is_blank(text.back()));
    return trimmed && text.find('#') == std::string::npos ? text : '"' + text + '"';
}

}  // namespace

std::string config_text(const Options& options) {
    std::string text;
    std::string group;
    visit_options(options, [&](const OptionInfo& info, const auto& field) {
        if (group != info.group)
            text += fmt::format("{}# {}\n", text.empty() ? "" : "\n", info.group);
        group = info.group;
        text += fmt::format("{} = {}\n", info.key, quoted_where_needed(to_text(field)));
    });
    return text;
}

}  // namespace dcrnn
