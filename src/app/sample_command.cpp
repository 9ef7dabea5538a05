#include "commands.hpp"
#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "synthetic_traffic.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace dcrnn {
namespace {

void check_request(const Arguments& arguments) {
    require(!arguments.output.empty(), ErrorKind::usage, "no name for the traffic file", "",
            "give one with --output FILE, such as city.h5");
    std::error_code error;  // of a name that cannot be looked at: its writer says why
    require(!std::filesystem::exists(arguments.output, error), ErrorKind::usage,
            fmt::format("'{}' exists", arguments.output), "a sample never replaces a file",
            "give another --output");
    require(arguments.sensors >= 2 && arguments.sensors <= 100'000, ErrorKind::usage,
            fmt::format("--sensors {} is not possible", arguments.sensors), "",
            "give a number from 2 to 100000");
    require(arguments.days >= 1 && arguments.days <= 3'650, ErrorKind::usage,
            fmt::format("--days {} is not possible", arguments.days), "",
            "give a number from 1 to 3650");
}

std::string write_sample(const Arguments& arguments, const Options& options) {
    check_request(arguments);
    check_options(options);
    SyntheticOptions synthetic;
    synthetic.sensors = arguments.sensors;
    synthetic.days = arguments.days;
    synthetic.seed = options.train.seed;
    const TrafficContent content = make_synthetic_traffic(synthetic);
    replace_file(arguments.output,
                 [&](const std::string& temporary) { write_traffic_file(temporary, content); });
    return fmt::format(
        "'{0}': {1} sensors, {2} days of made-up readings, roads included\n"
        "train on it: dcrnn_mpi --data {0} --run-dir RUN\n",
        arguments.output, arguments.sensors, arguments.days);
}

}  // namespace

int run_sample(const Communicator& comm, const Invocation& invocation) {
    const std::string text = on_root(comm, [&] {
        return write_sample(invocation.arguments, apply(invocation.settings, Options{}));
    });
    if (comm.is_root()) std::cout << text;
    return 0;
}

}  // namespace dcrnn
