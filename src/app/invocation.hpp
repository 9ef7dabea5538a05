#pragma once
// What the user asked for: a command, options of the run (those of the one option table, as text in
// the order given, so that a later one wins) and arguments of the command. As text it travels from
// rank 0, which alone reads the command line, to all ranks.

#include "dcrnn/config/option_table.hpp"
#include "synthetic_traffic.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dcrnn {

enum class Command { train, evaluate, predict, info, import, export_weights, sample, doctor };

// What is no option of a run; the initialisers are the defaults.
struct Arguments {
    bool help = false, version = false;
    std::string config;                                           // train
    bool print_config = false, dry_run = false, restart = false;  // train
    std::string checkpoint;                                       // evaluate, predict
    SplitName split_name = SplitName::test;                       // evaluate, predict
    std::vector<double> scaler_mean, scaler_std;                  // evaluate, predict: per feature
    bool latest = false;                                          // predict
    std::string output;                                 // evaluate, predict, import, sample
    std::string sources;                                // import: one on each line
    bool overwrite = false;                             // import, export
    std::string format = "pytorch";                     // export
    std::int64_t sensors = SyntheticOptions{}.sensors;  // sample
    std::int64_t days = SyntheticOptions{}.days;
    std::string file;  // info
};

using Settings = std::vector<std::pair<std::string, std::string>>;  // key, text

struct Invocation {
    Command command = Command::train;
    Settings settings;
    Arguments arguments;
};

std::string to_text(Command command);
std::vector<std::string> command_names();
Command parse_command(const std::string& name);  // Error(usage) with the nearest name

// One line of the help and one option of the parser.
struct KnownOption {
    std::string key, group;
    std::string value;  // the default, or what to give where there is none; empty: a bare switch
    std::string help;
    bool may_stand_alone;  // without a value it means true
    bool is_path;
};
std::vector<KnownOption> known_options(Command command);

// Sets an option that known_options lists: appended to the settings once its text is checked, or an
// argument. Throws Error(usage).
void set(Invocation& invocation, const std::string& key, const std::string& text);

// The settings applied to `base`.
Options apply(const Settings& settings, Options base);

std::string encode(const Invocation& invocation);
Invocation decode(const std::string& text);

}  // namespace dcrnn
