#include "config_file.hpp"

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace dcrnn {
namespace {

std::string trimmed(const std::string& text) {
    constexpr const char* kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool is_quoted(const std::string& text) {
    return text.size() >= 2 && text.front() == '"' && text.back() == '"';
}

// Without the comment, which a quoted value may not have behind it.
std::string without_comment(const std::string& line) {
    const std::string text = trimmed(line);
    if (text.empty() || text[0] == '#') return "";
    if (is_quoted(trimmed(text.substr(text.find('=') + 1)))) return text;
    return trimmed(text.substr(0, std::min(text.find(" #"), text.find("\t#"))));
}

std::pair<std::string, std::string> parse_line(const std::string& line) {
    const auto equals = line.find('=');
    require(equals != std::string::npos, ErrorKind::usage, fmt::format("'{}' has no '='", line), "",
            "write key = value");
    const std::string key = trimmed(line.substr(0, equals));
    std::string value = trimmed(line.substr(equals + 1));
    if (is_quoted(value)) value = value.substr(1, value.size() - 2);
    Options scratch;
    set_option(scratch, key, value);
    return {key, value};
}

void require_new(const Settings& settings, const std::string& key) {
    const bool repeated = std::any_of(settings.begin(), settings.end(),
                                      [&](const auto& s) { return s.first == key; });
    require(!repeated, ErrorKind::usage, fmt::format("'{}' is set a second time", key), "",
            "keep one of the two lines");
}

}  // namespace

Settings read_config_file(const std::string& path) {
    std::ifstream file(path);
    const bool is_readable = file.good() && !std::filesystem::is_directory(path);
    require(is_readable, ErrorKind::usage, fmt::format("cannot read configuration '{}'", path),
            file.good() ? "it is a directory" : std::strerror(errno), "check --config");
    Settings settings;
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string text = without_comment(line);
        if (text.empty()) continue;
        try {
            auto setting = parse_line(text);
            require_new(settings, setting.first);
            settings.push_back(std::move(setting));
        } catch (const Error& error) {
            throw Error(error.kind(), fmt::format("{}, line {}: {}", path, number, error.what()),
                        "", "");
        }
    }
    return settings;
}

}  // namespace dcrnn
