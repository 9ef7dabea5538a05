#pragma once
// The arguments of the commands, listed once for parser, help and broadcast, as option_table.hpp
// does for the options of a run.

#include "invocation.hpp"

#include <initializer_list>

namespace dcrnn {

struct ArgumentInfo {
    const char* key;
    std::initializer_list<Command> commands;  // empty: every command
    const char* value;                        // what to give where there is no default
    const char* help;

    bool belongs_to(Command command) const {
        for (const Command known : commands)
            if (known == command) return true;
        return commands.size() == 0;
    }
};

// Calls visit(info, field) for every argument, in the order of the help.
template <class AnyArguments, class Visitor>
void visit_arguments(AnyArguments& a, Visitor&& visit) {
    constexpr auto train = Command::train;
    constexpr auto evaluate = Command::evaluate;
    constexpr auto predict = Command::predict;
    visit(ArgumentInfo{"config",
                       {train, Command::import},
                       "FILE",
                       "lines key = value, or the published YAML; the command line wins"},
          a.config);
    visit(ArgumentInfo{"print-config", {train}, "", "print all options as such a file and stop"},
          a.print_config);
    visit(ArgumentInfo{"dry-run", {train}, "", "check files, options and memory; train nothing"},
          a.dry_run);
    visit(ArgumentInfo{"restart", {train}, "", "begin anew; an earlier run is kept aside"},
          a.restart);
    visit(ArgumentInfo{"checkpoint",
                       {evaluate, predict, Command::export_weights},
                       "FILE",
                       "the network; else the best one of --run-dir"},
          a.checkpoint);
    visit(ArgumentInfo{"split-name", {evaluate, predict}, "", "train, val, test or all"},
          a.split_name);
    visit(ArgumentInfo{"scaler-mean",
                       {evaluate, predict, Command::import},
                       "LIST",
                       "one per feature, instead of the checkpoint's"},
          a.scaler_mean);
    visit(ArgumentInfo{"scaler-std",
                       {evaluate, predict, Command::import},
                       "LIST",
                       "one per feature, instead of the checkpoint's"},
          a.scaler_std);
    visit(ArgumentInfo{"latest", {predict}, "", "only the horizon after the newest rows"},
          a.latest);
    visit(ArgumentInfo{"output", {evaluate}, "FILE", "every figure as CSV (as metrics.csv)"},
          a.output);
    visit(ArgumentInfo{"output",
                       {predict},
                       "FILE",
                       "HDF5, or CSV by its ending; else predictions/ of --run-dir"},
          a.output);
    visit(
        ArgumentInfo{"sources", {Command::import}, "FILE...", "what to import, also as bare words"},
        a.sources);
    visit(
        ArgumentInfo{
            "output", {Command::import, Command::sample}, "FILE", "the traffic file to write"},
        a.output);
    visit(ArgumentInfo{"overwrite",
                       {Command::import, Command::export_weights},
                       "",
                       "replace a file of that name"},
          a.overwrite);
    visit(ArgumentInfo{"output", {Command::export_weights}, "FILE", "the file to write"}, a.output);
    visit(ArgumentInfo{"format", {Command::export_weights}, "", "of the file: pytorch"}, a.format);
    visit(ArgumentInfo{"sensors", {Command::sample}, "", "sensors on the made-up roads"},
          a.sensors);
    visit(ArgumentInfo{"days", {Command::sample}, "", "days of readings, one every five minutes"},
          a.days);
    visit(ArgumentInfo{"file", {Command::info}, "FILE", "the file to describe"}, a.file);
    visit(ArgumentInfo{"help", {}, "", "this text"}, a.help);
    visit(ArgumentInfo{"version", {}, "", "versions of program and libraries"}, a.version);
}

}  // namespace dcrnn
