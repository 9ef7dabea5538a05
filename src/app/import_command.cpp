#include "commands.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/files/pytorch_archive.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/readings/open_readings.hpp"
#include "dcrnn/readings/store_readings.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "describe_file.hpp"
#include "import_checkpoint.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <sstream>

namespace dcrnn {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

void check_request(const Arguments& arguments, const std::vector<std::string>& sources) {
    require(!sources.empty(), ErrorKind::usage, "no file to import", "",
            "write dcrnn_mpi import SOURCE... --output FILE");
    require(!arguments.output.empty(), ErrorKind::usage, "no name for the file to write", "",
            "give one with --output FILE, such as city.h5");
    std::error_code error;  // of a name that cannot be looked at: its writer says why
    require(arguments.overwrite || !std::filesystem::exists(arguments.output, error),
            ErrorKind::usage, fmt::format("'{}' exists", arguments.output),
            "an import replaces no file by itself", "give another --output, or add --overwrite");
    for (const std::string& source : sources)
        require(!std::filesystem::equivalent(source, arguments.output, error), ErrorKind::usage,
                fmt::format("'{}' is the source itself", arguments.output),
                "it would be replaced by what is read from it", "give another --output");
}

std::string import_readings(const std::vector<std::string>& sources, const std::string& output,
                            const DataOptions& options) {
    const TrafficFile readings = open_readings(sources, options);
    const std::string found = describe_readings(readings);
    replace_file(output, [&](const std::string& temporary) {
        store_readings(readings, temporary);
        require_same_readings(readings, temporary);
    });
    return fmt::format(
        "{}'{}': written as {}, and read back: the same\n"
        "train on it: dcrnn_mpi --data {} --graph GRAPH --run-dir RUN\n",
        found, output, readings.is_wide() ? "float64" : "float32", output);
}

}  // namespace

int run_import(const Communicator& comm, const Invocation& invocation) {
    const auto sources = lines_of(invocation.arguments.sources);
    const bool is_checkpoint = together(comm, [&] {
        check_request(invocation.arguments, sources);
        return sources.size() == 1 && is_pytorch_archive(sources[0]);
    });
    if (comm.max(is_checkpoint ? 1 : 0) != 0) {  // hosts may see different files
        const std::string found = import_checkpoint(comm, invocation, sources[0]);
        if (comm.is_root()) std::cout << found;
        return 0;
    }
    const std::string text = on_root(comm, [&] {
        const Options options = apply(invocation.settings, Options{});
        check_options(options);
        return import_readings(sources, invocation.arguments.output, options.data);
    });
    if (comm.is_root()) std::cout << text;
    return 0;
}

}  // namespace dcrnn
