#include "command_line.hpp"

#include "config_file.hpp"
#include "dcrnn/config/nearest_name.hpp"
#include "dcrnn/error.hpp"
#include "yaml_config.hpp"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace dcrnn {
namespace {

namespace po = boost::program_options;

bool is_negative_number(const std::string& word) {
    return word.size() > 1 && word[0] == '-' &&
           (std::isdigit(static_cast<unsigned char>(word[1])) != 0 || word[1] == '.');
}

bool is_truth_value(const std::string& word) { return word == "true" || word == "false"; }

// Boost takes neither a negative number for the value of an option nor, after a space, any value of
// an option that may stand alone; both are clear once written as --name=value.
std::vector<std::string> with_joined_values(const std::vector<std::string>& words,
                                            const std::vector<KnownOption>& known) {
    std::vector<std::string> joined;
    for (const auto& word : words) {
        const auto option = std::find_if(known.begin(), known.end(), [&](const KnownOption& o) {
            return !joined.empty() && joined.back() == "--" + o.key;
        });
        const bool is_value =
            option != known.end() &&
            (option->may_stand_alone ? is_truth_value(word) : is_negative_number(word));
        if (is_value)
            joined.back() += "=" + word;
        else
            joined.push_back(word == "-h" ? "--help" : word);  // the one short name
    }
    return joined;
}

po::options_description description(const std::vector<KnownOption>& known) {
    po::options_description all;
    for (const auto& option : known) {
        auto* value = po::value<std::string>();
        if (option.may_stand_alone) value->implicit_value("true");
        all.add_options()(option.key.c_str(), value, "");
    }
    return all;
}

[[noreturn]] void throw_unknown(const std::string& wrong, const std::vector<KnownOption>& known) {
    std::vector<std::string> keys;
    for (const auto& option : known) keys.push_back(option.key);
    const std::string bare = wrong.substr(std::min(wrong.find_first_not_of('-'), wrong.size()));
    throw Error(ErrorKind::usage, fmt::format("unknown option '{}'", wrong),
                fmt::format("the nearest known one is '--{}'", nearest_name(bare, keys)),
                "correct the name; --help lists all");
}

std::vector<po::option> parsed_options(const std::vector<std::string>& words,
                                       const std::vector<KnownOption>& known) {
    namespace style = po::command_line_style;
    const po::options_description all = description(known);
    try {
        return po::command_line_parser(with_joined_values(words, known))
            .options(all)
            .style(style::unix_style & ~style::allow_guessing & ~style::allow_short)
            .run()
            .options;
    } catch (const po::unknown_option& error) {
        throw_unknown(error.get_option_name(), known);
    } catch (const po::error_with_option_name& error) {
        throw Error(ErrorKind::usage,
                    fmt::format("option '{}' has no usable value", error.get_option_name()),
                    error.what(), "write --name value or --name=value");
    }
}

std::string absolute(const std::string& path) {
    if (path.empty()) return path;
    return std::filesystem::absolute(path).lexically_normal().string();
}

// Where a setting names a path, the one that all ranks can use.
void resolve_paths(Invocation& invocation, const std::vector<KnownOption>& known) {
    for (auto& [key, text] : invocation.settings) {
        const auto& name = key;
        const bool is_path = std::any_of(known.begin(), known.end(), [&](const KnownOption& o) {
            return o.key == name && o.is_path;
        });
        if (is_path) text = absolute(text);
    }
    auto& a = invocation.arguments;
    for (std::string* path : {&a.config, &a.checkpoint, &a.output, &a.file})
        *path = absolute(*path);
}

// A word that is no option: the file of `info`, one of `import`, otherwise one too many.
void set_positional(Invocation& invocation, const std::string& word) {
    if (invocation.command == Command::import) {
        std::string& sources = invocation.arguments.sources;
        sources += (sources.empty() ? "" : "\n") + absolute(word);
        return;
    }
    if (invocation.command == Command::export_weights && invocation.arguments.checkpoint.empty())
        return set(invocation, "checkpoint", word);
    require(invocation.command == Command::info && invocation.arguments.file.empty(),
            ErrorKind::usage, fmt::format("unexpected word '{}'", word),
            "a command comes first, every other word belongs to an option",
            "remove it, or write --name in front of it; --help lists the options");
    set(invocation, "file", word);
}

}  // namespace

Invocation parse_command_line(const std::vector<std::string>& words) {
    Invocation invocation;
    const bool named = !words.empty() && !words[0].empty() && words[0][0] != '-';
    if (named) invocation.command = parse_command(words[0]);
    const auto known = known_options(invocation.command);
    for (const auto& option : parsed_options({words.begin() + (named ? 1 : 0), words.end()}, known))
        if (option.string_key.empty())
            set_positional(invocation, option.original_tokens.at(0));
        else
            set(invocation, option.string_key, option.value.empty() ? "true" : option.value[0]);
    if (!invocation.arguments.config.empty()) {
        const std::string path = absolute(invocation.arguments.config);
        Settings settings =
            is_yaml(path) ? read_yaml_config(path).settings : read_config_file(path);
        settings.insert(settings.end(), invocation.settings.begin(), invocation.settings.end());
        invocation.settings = std::move(settings);
    }
    resolve_paths(invocation, known);
    return invocation;
}

}  // namespace dcrnn
