#include "program.hpp"

#include "command_line.hpp"
#include "commands.hpp"
#include "dcrnn/config/config_text.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/mpi/watchdog.hpp"
#include "dcrnn/train/interruption.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "version.hpp"

#include <algorithm>
#include <iostream>

namespace dcrnn {
namespace {

// Every rank gets rank 0's reading of the command line, and so the same options and paths.
Invocation read_invocation(const Communicator& comm, const std::vector<std::string>& words) {
    return decode(on_root(comm, [&] { return encode(parse_command_line(words)); }));
}

int run_command(const Communicator& comm, const Invocation& invocation, Console& console) {
    switch (invocation.command) {
        case Command::train:
            return run_train(comm, invocation, console);
        case Command::evaluate:
            return run_evaluate(comm, invocation, console);
        case Command::predict:
            return run_predict(comm, invocation, console);
        case Command::info:
            obey_signals();
            return run_info(comm, invocation);
        case Command::import:
            obey_signals();
            return run_import(comm, invocation);
        case Command::export_weights:
            return run_export(comm, invocation, console);
        case Command::sample:
            obey_signals();
            return run_sample(comm, invocation);
        case Command::doctor:
            obey_signals();
            return run_doctor(comm, invocation);
    }
    return 0;
}

// How long ranks may wait for each other; an unusable value is the command's to refuse.
double stall_minutes(const Invocation& invocation) {
    return std::clamp(apply(invocation.settings, Options{}).run.stall_minutes, 0.0, 1e6);
}

// A result that nobody could receive, for example on a full disk, is a failure.
void flush_results(const Communicator& comm) {
    on_root(comm, [] {
        std::cout.flush();
        require(std::cout.good(), ErrorKind::other, "cannot write the results",
                "standard output does not take them", "check where the output goes");
        return std::string();
    });
}

std::string answer(const Invocation& invocation) {
    if (invocation.arguments.help) return help_text(invocation.command);
    if (invocation.arguments.version) return version_text();
    return config_text(apply(invocation.settings, Options{}));
}

}  // namespace

int run_program(const Communicator& comm, const std::vector<std::string>& words) {
    const Invocation invocation = read_invocation(comm, words);
    const Arguments& arguments = invocation.arguments;
    int exit_code = 0;
    if (arguments.help || arguments.version || arguments.print_config) {
        obey_signals();
        if (comm.is_root()) std::cout << answer(invocation);
    } else {
        Console console;
        const Watchdog watchdog(comm, together(comm, [&] { return stall_minutes(invocation); }),
                                [comm](const Error& error) { fail_alone(comm, error); });
        exit_code = run_command(comm, invocation, console);
    }
    flush_results(comm);
    return exit_code;
}

}  // namespace dcrnn
