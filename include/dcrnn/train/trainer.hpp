#pragma once
// Trains and tests a network on one rank or many: the whole of the library in one class. The caller
// gives a struct of options; the trainer reads the data, builds the model (supports sparse or
// dense), resumes, trains, saves and scores.
//
//     dcrnn::MpiSession session(argc, argv);
//     dcrnn::TrainerOptions options;
//     options.settings.data.data = "city.h5";
//     options.max_epochs = 10;
//     dcrnn::TimeSeriesTrainer trainer(dcrnn::Communicator::world(), options);
//     trainer.fit();
//     std::cout << trainer.test();

#include "dcrnn/config/options.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/log.hpp"
#include "dcrnn/train/run_directory.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

struct TrainerOptions {
    std::string model = "dcrnn";  // the only one; anything else is Error(usage)
    AdjacencyKind adjacency = AdjacencyKind::automatic;
    std::int64_t max_epochs = 100;
    ScalerKind scaler = ScalerKind::standard;
    Logger logger = silent_logger();
    ProgressListener progress = [](const EpochProgress&) {};
    Options settings;  // everything else; adjacency, max_epochs and scaler above win over their
                       // twins in it
    std::vector<std::string> header;  // lines of the caller before those of the run
    StartRule start = StartRule::resume;
};

class TrainingRun;

enum class FitOutcome { finished, stopped_at_max_steps, interrupted };

class TimeSeriesTrainer {
public:
    // Collective, like every member. Reads files, checks options and memory, opens or resumes the
    // run directory.
    TimeSeriesTrainer(const Communicator& comm, const TrainerOptions& options);
    ~TimeSeriesTrainer();

    // Trains until epochs, patience or max-steps end it, or a signal asks to stop (a checkpoint is
    // then saved).
    FitOutcome fit();

    // The test table of the best parameters (of the current ones after max-steps), also written to
    // metrics.csv and sensors.csv; the stored one when the run was finished before. Throws
    // Error(interrupted) on a signal.
    std::string test();

private:
    std::unique_ptr<TrainingRun> run_;
};

// --dry-run: everything that the constructor checks, without creating anything. Collective.
void check_run(const Communicator& comm, const TrainerOptions& options);

}  // namespace dcrnn
