#pragma once
// A run under way: the network, the optimiser, the place in the schedule, and what is saved of
// them. The trainer drives it.

#include "dcrnn/data/batch.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/checkpoint_store.hpp"
#include "dcrnn/train/evaluation.hpp"
#include "dcrnn/train/report.hpp"
#include "dcrnn/train/run_directory.hpp"
#include "dcrnn/train/run_setup.hpp"
#include "dcrnn/train/trainer.hpp"
#include "dcrnn/train/training_step.hpp"
#include "dcrnn/train/training_table.hpp"
#include "log_file.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace dcrnn {

// The folder asked for, or runs/<name of the traffic file>.
std::string run_directory_path(const Options& options);

// "run directory 'r': going on after epoch 3, batch 0 (step 1125)"
std::string describe_start(const std::string& run_directory, const TrainingState& state);

class TrainingRun {
public:
    TrainingRun(const Communicator& comm, const TrainerOptions& options);

    TrainingRun(const TrainingRun&) = delete;
    TrainingRun& operator=(const TrainingRun&) = delete;

    FitOutcome fit();
    std::string test();

private:
    using Clock = std::chrono::steady_clock;
    enum class EpochEnd { done, max_steps, interrupted };

    void open_directory();
    void open_state();
    void announce();
    bool finished() const;
    std::int64_t batches_per_epoch() const;

    EpochEnd run_epoch();
    EpochEnd train_batches();
    void finish_epoch();
    void judge(double validation_mae);
    void record_epoch(const Evaluation& validation);
    void report_stall();
    void report_progress();
    void update_clock();
    Batch next_share(const std::vector<std::int64_t>& order) const;

    bool checkpoint_due() const;
    void save();
    void save_or_end();  // nothing comes after it: a failed save ends the run
    bool keep_going() const;
    void log(LogLevel level, const std::string& text) const;

    std::vector<ModelErrors> score_test(const torch::Tensor& parameters);
    ReportFrame report_frame() const;
    void write_figures(
        const std::vector<ModelErrors>& models) const;  // metrics.csv and sensors.csv

    Communicator comm_;
    TrainerOptions options_;
    RunSetup setup_;
    Logger logger_;
    std::unique_ptr<RunDirectory> directory_;  // rank 0
    std::unique_ptr<LogFile> log_file_;        // rank 0
    std::unique_ptr<CheckpointStore> store_;   // rank 0
    std::unique_ptr<TrainingTable> table_;     // rank 0
    TrainingState state_;
    std::optional<Dcrnn> network_;
    std::optional<Adam> adam_;
    std::optional<BatchReader> reader_;
    std::optional<TrainingStep> step_;
    Clock::time_point last_save_ = Clock::now();
    bool last_save_failed_ = false;
    Clock::time_point epoch_began_;
    double earlier_seconds_ = 0, earlier_communication_ = 0;  // of the epoch, before a resume
    double communication_began_ = 0;
    std::int64_t batches_here_ = 0;  // done by this process, for the time left
    Clock::time_point training_began_;
};

}  // namespace dcrnn
