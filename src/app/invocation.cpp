#include "invocation.hpp"

#include "arguments_table.hpp"
#include "dcrnn/config/nearest_name.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <type_traits>

namespace dcrnn {
namespace {

constexpr char kSeparator = '\0';  // the one character that no argument of a process can hold

// The options of the table that a command takes; train takes all of them.
bool takes(Command command, const std::string& key) {
    static const std::set<std::string> kForecasting = {
        "data",         "graph",  "graph-sigma", "graph-threshold", "graph-ids",  "undirected",
        "max-distance", "split",  "horizon",     "keep-gaps",       "batch-size", "run-dir",
        "adjacency",    "device", "threads",     "stall-minutes"};
    static const std::set<std::string> kReading = {"key",           "start",      "step-minutes",
                                                   "feature-names", "date-order", "first-line",
                                                   "values",        "times",      "ids"};
    // What published weights do not say themselves.
    static const std::set<std::string> kOfWeights = {
        "data",       "graph",       "graph-sigma", "graph-threshold", "split",        "seq-len",
        "horizon",    "time-of-day", "day-of-week", "null-value",      "keep-gaps",    "scaler",
        "output-dim", "diffusion",   "supports",    "filter-type",     "missing-input"};
    const bool reads = kReading.count(key) > 0;
    switch (command) {
        case Command::train:
            return true;
        case Command::evaluate:
            return reads || kForecasting.count(key) > 0 || key == "report-horizons";
        case Command::predict:
            return reads || kForecasting.count(key) > 0;
        case Command::info:
            return reads;
        case Command::import:
            return reads || kOfWeights.count(key) > 0;
        case Command::export_weights:
            return key == "run-dir";
        case Command::sample:
            return key == "seed";
        case Command::doctor:
            return key == "threads" || key == "stall-minutes";
    }
    return false;
}

std::string placeholder(const std::string& key) {
    if (key == "data" || key == "graph" || key == "graph-ids" || key == "initial-weights")
        return "FILE";
    if (key == "run-dir") return "DIR";
    if (key == "start") return "TIME";
    const bool names = key == "key" || key == "values" || key == "times" || key == "ids";
    return names ? "NAME" : "LIST";
}

bool is_path(const std::string& key) {
    static const std::set<std::string> kPaths = {"data",    "graph",  "graph-ids",
                                                 "run-dir", "config", "checkpoint",
                                                 "output",  "file",   "initial-weights"};
    return kPaths.count(key) > 0;
}

template <class Field>
constexpr bool is_switch =
    std::is_same_v<std::decay_t<Field>, bool> || std::is_same_v<std::decay_t<Field>, GapRule>;

// A switch among the arguments is off unless it is there, so its default says nothing.
template <class Field>
std::string shown_value(const ArgumentInfo& info, const Field& field) {
    if (is_switch<Field>) return "";
    const std::string text = to_text(field);
    return text.empty() ? info.value : text;
}

void set_argument(Invocation& invocation, const std::string& key, const std::string& text) {
    visit_arguments(invocation.arguments, [&](const ArgumentInfo& info, auto& field) {
        if (key != info.key || !info.belongs_to(invocation.command)) return;
        try {
            parse(text, field);
        } catch (const Error& error) {
            throw Error(error.kind(), fmt::format("--{}: {}", key, error.what()), "", "");
        }
    });
}

bool is_setting(const std::string& key) {
    const Options options;
    bool found = false;
    visit_options(options,
                  [&](const OptionInfo& info, const auto&) { found = found || key == info.key; });
    return found;
}

}  // namespace

std::string to_text(Command command) { return command_names()[static_cast<std::size_t>(command)]; }

std::vector<std::string> command_names() {
    return {"train", "evaluate", "predict", "info", "import", "export", "sample", "doctor"};
}

Command parse_command(const std::string& name) {
    const auto names = command_names();
    const auto place = std::find(names.begin(), names.end(), name);
    require(place != names.end(), ErrorKind::usage, fmt::format("unknown command '{}'", name),
            fmt::format("the nearest known one is '{}'", nearest_name(name, names)),
            "use train, evaluate, predict, info, import, export, sample or doctor; --help explains "
            "them");
    return static_cast<Command>(place - names.begin());
}

std::vector<KnownOption> known_options(Command command) {
    std::vector<KnownOption> list;
    const Arguments arguments;
    visit_arguments(arguments, [&](const ArgumentInfo& info, const auto& field) {
        if (info.belongs_to(command))
            list.push_back({info.key, "Command", shown_value(info, field), info.help,
                            is_switch<decltype(field)>, is_path(info.key)});
    });
    const Options options;
    visit_options(options, [&](const OptionInfo& info, const auto& field) {
        if (!takes(command, info.key)) return;
        const std::string text = to_text(field);
        list.push_back({info.key, info.group, text.empty() ? placeholder(info.key) : text,
                        info.help, is_switch<decltype(field)>, is_path(info.key)});
    });
    return list;
}

void set(Invocation& invocation, const std::string& key, const std::string& text) {
    if (!is_setting(key)) return set_argument(invocation, key, text);
    Options scratch;
    set_option(scratch, key, text);
    invocation.settings.emplace_back(key, text);
}

Options apply(const Settings& settings, Options base) {
    for (const auto& [key, text] : settings) set_option(base, key, text);
    return base;
}

std::string encode(const Invocation& invocation) {
    std::string text = to_text(invocation.command) + kSeparator;
    const auto add = [&text](const std::string& key, const std::string& value) {
        text += key + kSeparator + value + kSeparator;
    };
    for (const auto& [key, value] : invocation.settings) add(key, value);
    visit_arguments(invocation.arguments, [&](const ArgumentInfo& info, const auto& field) {
        if (info.belongs_to(invocation.command)) add(info.key, to_text(field));
    });
    return text;
}

Invocation decode(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t from = 0, to = 0; from < text.size(); from = to + 1) {
        to = text.find(kSeparator, from);
        words.push_back(text.substr(from, to - from));
    }
    Invocation invocation;
    invocation.command = parse_command(words.at(0));
    for (std::size_t i = 1; i + 1 < words.size(); i += 2) set(invocation, words[i], words[i + 1]);
    return invocation;
}

}  // namespace dcrnn
