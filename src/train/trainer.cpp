#include "dcrnn/train/trainer.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/checkpoint_store.hpp"
#include "dcrnn/train/resume.hpp"
#include "dcrnn/train/run_setup.hpp"
#include "initial_weights.hpp"
#include "training_run.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

TrainerOptions resolve(const Communicator& comm, TrainerOptions options) {
    together(comm, [&] {
        require(options.model == "dcrnn", ErrorKind::usage,
                fmt::format("model '{}' is not known", options.model), "there is one: dcrnn",
                "leave TrainerOptions::model as it is");
    });
    options.settings.run.adjacency = options.adjacency;
    options.settings.train.epochs = options.max_epochs;
    options.settings.data.scaler = options.scaler;
    return options;
}

// That of the run directory's last checkpoint, if a run would go on from it. Writes nothing.
TrainingState state_to_start_from(const std::string& directory, const TrainerOptions& options,
                                  const RunSetup& setup) {
    const bool anew = options.start == StartRule::restart;
    auto found = anew ? std::nullopt : newest_readable(directory + "/checkpoints");
    if (!found) {
        if (!setup.identity.options.train.initial_weights.empty())
            read_initial_weights(setup.identity);
        return {};
    }
    require_same_run(found->checkpoint.identity, setup.identity);
    require_same_beginning(found->checkpoint.identity, setup.identity);
    return std::move(found->checkpoint.state);
}

}  // namespace

TimeSeriesTrainer::TimeSeriesTrainer(const Communicator& comm, const TrainerOptions& options)
    : run_(std::make_unique<TrainingRun>(comm, resolve(comm, options))) {}

TimeSeriesTrainer::~TimeSeriesTrainer() = default;

FitOutcome TimeSeriesTrainer::fit() { return run_->fit(); }

std::string TimeSeriesTrainer::test() { return run_->test(); }

void check_run(const Communicator& comm, const TrainerOptions& options) {
    const auto resolved = resolve(comm, options);
    const auto setup = prepare_run(comm, resolved.settings);
    together(comm, [&] {
        if (!comm.is_root()) return;
        for (const auto& lines : {resolved.header, describe_run(setup)})
            for (const auto& line : lines) resolved.logger(LogLevel::info, line);
        for (const auto& warning : setup.warnings) resolved.logger(LogLevel::warning, warning);
        const std::string directory = run_directory_path(resolved.settings);
        resolved.logger(LogLevel::info,
                        describe_start(directory, state_to_start_from(directory, resolved, setup)));
    });
}

}  // namespace dcrnn
