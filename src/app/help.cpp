#include "help.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

const char* usage(Command command) {
    switch (command) {
        case Command::train:
            return "dcrnn_mpi [train] --data FILE --graph FILE --run-dir DIR [options]\n"
                   "  Trains a DCRNN traffic forecast on one process, or on N: mpirun -np N "
                   "dcrnn_mpi ...\n"
                   "  The same command on the same run directory goes on where it ended.\n"
                   "Other commands: evaluate, predict, info, import, export, sample, doctor;\n"
                   "dcrnn_mpi COMMAND --help explains each.";
        case Command::evaluate:
            return "dcrnn_mpi evaluate (--run-dir DIR | --checkpoint FILE) [options]\n"
                   "  Scores a trained network and two baselines; the checkpoint brings data and "
                   "graph.";
        case Command::predict:
            return "dcrnn_mpi predict (--run-dir DIR | --checkpoint FILE) [options]\n"
                   "  Forecasts every window of a split, or the horizon after the newest readings.";
        case Command::info:
            return "dcrnn_mpi info FILE\n"
                   "  Says what a file is (traffic file, graph, checkpoint, forecast) and what it "
                   "holds.";
        case Command::import:
            return "dcrnn_mpi import SOURCE... --output FILE [options]\n"
                   "  Writes readings of other formats (pandas, CSV, .npz, .npy, ...) in the own "
                   "one; data/README.md\n"
                   "  lists them. Says what it found, and reads the result back.";
        case Command::export_weights:
            return "dcrnn_mpi export (--run-dir DIR | CHECKPOINT) --output FILE\n"
                   "  Writes the weights for the published PyTorch code, for torch.load.";
        case Command::sample:
            return "dcrnn_mpi sample --output FILE [options]\n"
                   "  Writes made-up traffic on a made-up road network, to try everything with.";
        case Command::doctor:
            return "dcrnn_mpi doctor [options]\n"
                   "  Looks at what decides speed and correctness here, under mpirun or srun in "
                   "the "
                   "whole job, and says what to mend.\n"
                   "  Exit status 1 when results could not be trusted.";
    }
    return "";
}

}  // namespace

std::string help_text(Command command) {
    const auto options = known_options(command);
    std::size_t width = 0;
    for (const auto& o : options) width = std::max(width, o.key.size() + o.value.size() + 3);

    std::string text = fmt::format("usage: {}\n", usage(command));
    std::string group;
    for (const auto& o : options) {
        if (group != o.group) text += fmt::format("\n{} options, with their defaults:\n", o.group);
        group = o.group;
        text +=
            fmt::format("  {:<{}}  {}\n", fmt::format("--{} {}", o.key, o.value), width, o.help);
    }
    return text;
}

}  // namespace dcrnn
