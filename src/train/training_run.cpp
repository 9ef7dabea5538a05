#include "training_run.hpp"

#include "dcrnn/config/config_text.hpp"
#include "dcrnn/data/calendar.hpp"
#include "dcrnn/data/epoch_order.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/interruption.hpp"
#include "dcrnn/train/resume.hpp"
#include "dcrnn/train/schedules.hpp"
#include "dcrnn/train/scoring.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "initial_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace dcrnn {
namespace {

GradientPath gradient_path(TransferKind kind) {
    if (kind == TransferKind::device) return GradientPath::device;
    return kind == TransferKind::host ? GradientPath::host : GradientPath::automatic;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TrainingState fresh_state(const RunIdentity& identity) {
    TrainingState state;
    state.parameters = initial_parameters(network_sizes(identity), identity.options.train.seed)
                           .to(element_type(identity.options.model.precision));
    const Adam adam(state.parameters);
    state.first = adam.first;
    state.second = adam.second;
    return state;
}

constexpr double kNotableWait = 30;  // seconds at one point

// A table of weights cut by --max-steps is stale without it.
bool asks_for_same_table(const Options& saved, const Options& now) {
    return saved.train.max_steps == now.train.max_steps &&
           saved.run.report_horizons == now.run.report_horizons;
}

}  // namespace

std::string run_directory_path(const Options& options) {
    if (!options.run.run_dir.empty()) return options.run.run_dir;
    return "runs/" + std::filesystem::path(options.data.data).stem().string();
}

std::string describe_start(const std::string& run_directory, const TrainingState& state) {
    if (state.step == 0) return fmt::format("run directory '{}': new run", run_directory);
    return fmt::format("run directory '{}': going on after epoch {}, batch {} (step {})",
                       run_directory, state.epoch, state.batch, state.step);
}

TrainingRun::TrainingRun(const Communicator& comm, const TrainerOptions& options)
    : comm_(comm), options_(options), setup_(prepare_run(comm, options.settings)) {
    logger_ = [this](LogLevel level, const std::string& text) {
        if (log_file_) log_file_->write(level, text);
        options_.logger(level, text);
    };
    together(comm_, [&] {
        if (comm_.is_root()) open_directory();
    });
    open_state();
    announce();
}

void TrainingRun::open_directory() {
    directory_ =
        std::make_unique<RunDirectory>(run_directory_path(options_.settings), options_.start);
    log_file_ = std::make_unique<LogFile>(directory_->file("log.txt"));
    store_ = std::make_unique<CheckpointStore>(directory_->file("checkpoints"), logger_,
                                               [this] { directory_->require_ours(); });
}

// The state of the last checkpoint, or a fresh one; equal on every rank.
void TrainingRun::open_state() {
    auto& identity = setup_.identity;
    std::vector<std::string> notes;
    bool same_table = true;
    state_ = fresh_state(identity);
    together(comm_, [&] {
        if (!comm_.is_root()) return;
        if (auto saved = store_->load()) {
            require_same_run(saved->identity, identity);
            require_same_beginning(saved->identity, identity);
            identity.initial_weights = saved->identity.initial_weights;
            notes = rounding_notes(saved->identity, identity);
            identity.scaler = saved->identity.scaler;
            same_table = asks_for_same_table(saved->identity.options, identity.options);
            state_ = std::move(saved->state);
        } else if (!identity.options.train.initial_weights.empty()) {
            const InitialWeights initial = read_initial_weights(identity);
            state_.parameters.copy_(initial.parameters);
            identity.initial_weights = initial.fingerprint;
            notes = initial.warnings;
        }
        if (!finished() || !same_table) state_.report.clear();
        replace_file(directory_->file("config.ini"), config_text(identity.options));
        table_ = std::make_unique<TrainingTable>(directory_->file("training.csv"), state_.epoch,
                                                 [this] { directory_->require_ours(); });
    });
    broadcast_scaler(comm_, identity.scaler);
    const auto dtype = element_type(identity.options.model.precision);
    broadcast_state(comm_, state_, parameter_count(network_sizes(identity)), dtype);

    network_.emplace(
        build_network(identity, state_.parameters, setup_.storage.storage, setup_.device));
    adam_.emplace(network_->parameters());
    adam_->first.copy_(state_.first);
    adam_->second.copy_(state_.second);
    adam_->updates = state_.updates;
    reader_.emplace(setup_.traffic.series, identity.scaler, identity.options.data, setup_.device);
    step_.emplace(comm_, *network_, *adam_, identity.scaler, identity.options.train,
                  gradient_path(identity.options.run.transfer));
    for (const auto& note : notes) log(LogLevel::warning, note);
}

void TrainingRun::announce() {
    if (!comm_.is_root()) return;
    for (const auto& lines : {options_.header, describe_run(setup_)})
        for (const auto& line : lines) log(LogLevel::info, line);
    log(LogLevel::info, "gradients: " + step_->path_choice());
    for (const auto& warning : setup_.warnings) log(LogLevel::warning, warning);
    if (const auto& path = setup_.identity.options.train.initial_weights; !path.empty())
        log(LogLevel::info, fmt::format("weights at the beginning: those of '{}'", path));
    if (!directory_->set_aside().empty())
        log(LogLevel::info, fmt::format("earlier run kept in '{}'", directory_->set_aside()));
    log(LogLevel::info, describe_start(directory_->path(), state_));
}

bool TrainingRun::finished() const {
    const auto& train = options_.settings.train;
    return state_.epoch >= train.epochs || state_.waited >= train.patience ||
           (train.max_steps > 0 && state_.step >= train.max_steps);
}

std::int64_t TrainingRun::batches_per_epoch() const {
    const auto windows = static_cast<std::int64_t>(setup_.windows.train.size());
    const auto batch_size = options_.settings.train.batch_size;
    return (windows + batch_size - 1) / batch_size;
}

FitOutcome TrainingRun::fit() {
    training_began_ = Clock::now();
    while (!finished()) {
        const auto end = run_epoch();
        if (end == EpochEnd::done) continue;
        save_or_end();
        if (end == EpochEnd::max_steps) break;
        log(LogLevel::info, fmt::format("checkpoint saved after step {}", state_.step));
        return FitOutcome::interrupted;
    }
    const auto& train = options_.settings.train;
    if (train.max_steps > 0 && state_.step >= train.max_steps)
        return FitOutcome::stopped_at_max_steps;
    return FitOutcome::finished;
}

TrainingRun::EpochEnd TrainingRun::run_epoch() {
    try {
        const auto end = train_batches();
        if (end != EpochEnd::done) return end;
        finish_epoch();
        return EpochEnd::done;
    } catch (const EvaluationInterrupted&) {
        return EpochEnd::interrupted;
    }
}

TrainingRun::EpochEnd TrainingRun::train_batches() {
    const auto& train = options_.settings.train;
    const auto order = epoch_order(static_cast<std::int64_t>(setup_.windows.train.size()),
                                   train.seed, state_.epoch);
    epoch_began_ = Clock::now();
    earlier_seconds_ = state_.epoch_seconds;
    earlier_communication_ = state_.epoch_communication;
    communication_began_ = step_->communication_seconds();
    while (state_.batch < batches_per_epoch()) {
        state_.report.clear();  // it would show weights from before this step
        const StepWishes wishes{interruption_asked(), checkpoint_due()};
        const auto result = step_->run(next_share(order), state_.step, state_.epoch, wishes);
        ++state_.batch;
        ++state_.step;
        ++batches_here_;
        update_clock();
        state_.epoch_absolute += result.absolute;
        state_.epoch_count += result.count;
        if (!result.updated()) {
            ++state_.skipped;
            log(LogLevel::warning,
                fmt::format("step {}: no valid target in the batch, no update", state_.step));
        }
        report_progress();
        if (result.wishes.interrupt != 0) return EpochEnd::interrupted;
        if (train.max_steps > 0 && state_.step >= train.max_steps) return EpochEnd::max_steps;
        if (result.wishes.save != 0 && state_.batch < batches_per_epoch()) save();
    }
    return EpochEnd::done;
}

void TrainingRun::update_clock() {
    state_.epoch_seconds = earlier_seconds_ + seconds_since(epoch_began_);
    state_.epoch_communication =
        earlier_communication_ + step_->communication_seconds() - communication_began_;
}

Batch TrainingRun::next_share(const std::vector<std::int64_t>& order) const {
    const auto begin = state_.batch * options_.settings.train.batch_size;
    const auto count = std::min(options_.settings.train.batch_size,
                                static_cast<std::int64_t>(order.size()) - begin);
    const auto slice = rank_slice(count, comm_.rank(), comm_.size());
    std::vector<std::int64_t> rows;
    for (auto i = begin + slice.first; i < begin + slice.first + slice.count; ++i)
        rows.push_back(
            setup_.windows.train[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    return reader_->read(rows);
}

void TrainingRun::finish_epoch() {
    const auto validation =
        evaluate(comm_, network_forecaster(*network_, setup_.identity.scaler), *reader_,
                 setup_.windows.validation, options_.settings.train.batch_size,
                 [this] { return keep_going(); });
    require_equal_replicas(comm_, network_->parameters());
    judge(pooled_errors(validation.by_horizon).mae);
    record_epoch(validation);
    report_stall();
    ++state_.epoch;
    state_.batch = 0;
    state_.epoch_absolute = state_.epoch_count = 0;
    state_.epoch_seconds = state_.epoch_communication = 0;
    save();
    const auto every = options_.settings.train.test_every_n_epochs;
    if (every == 0 || state_.epoch % every != 0 || finished()) return;
    const auto models = score_test(network_->parameters());
    log(LogLevel::info,
        fmt::format("weights of epoch {}\n{}", state_.epoch, format_table(models, report_frame())));
}

// Decided by rank 0's figure: a decision that differed between ranks would hang them.
void TrainingRun::judge(double validation_mae) {
    double mae = validation_mae;
    comm_.broadcast(&mae, sizeof mae, 0);
    const bool better = state_.best_epoch == 0 ? !std::isnan(mae) : mae < state_.best_mae;
    if (!better) {  // a NaN never is
        ++state_.waited;
        return;
    }
    state_.best_mae = mae;
    state_.best_epoch = state_.epoch + 1;
    state_.best_step = state_.step;
    state_.waited = 0;
    state_.best_parameters = network_->parameters().detach().to(torch::kCPU, false, true);
}

void TrainingRun::record_epoch(const Evaluation& validation) {
    const auto scores = pooled_errors(validation.by_horizon);
    const double training_seconds = state_.epoch_seconds;
    EpochRecord record;
    record.epoch = state_.epoch + 1;
    record.step = state_.step;
    record.lr = learning_rate(options_.settings.train, state_.epoch);
    record.train_mae = state_.epoch_absolute / state_.epoch_count;
    record.val_mae = scores.mae;
    record.val_rmse = scores.rmse;
    record.val_mape = scores.mape;
    record.seconds = earlier_seconds_ + seconds_since(epoch_began_);
    record.windows_per_second = static_cast<double>(setup_.windows.train.size()) / training_seconds;
    record.communication_seconds = state_.epoch_communication;
    if (comm_.is_root() && !table_->append(record))
        log(LogLevel::warning, "training.csv not written; the next epoch tries again");
    const auto epochs_left = options_.settings.train.epochs - record.epoch;
    log(LogLevel::info,
        fmt::format(
            "epoch {}/{}  lr {:g}  train MAE {:.4f}  val MAE {:.4f}{}  {:.1f} s  {:.1f} windows/s  "
            "communication {:.1f} %  left {}",
            record.epoch, options_.settings.train.epochs, record.lr, record.train_mae,
            record.val_mae, state_.waited == 0 ? " (best)" : "", record.seconds,
            record.windows_per_second, 100 * state_.epoch_communication / training_seconds,
            format_minutes(std::llround(record.seconds * static_cast<double>(epochs_left)))));
}

// A stall that ended by itself: the rank that waited least is the one that the others waited for.
void TrainingRun::report_stall() {
    const auto waits = comm_.gather(comm_.take_longest_wait());
    const auto longest = *std::max_element(waits.begin(), waits.end());
    const double limit = options_.settings.run.stall_minutes * 60;
    if (longest < (limit > 0 ? std::min(kNotableWait, limit / 4) : kNotableWait)) return;
    log(LogLevel::warning,
        fmt::format("in this epoch other ranks waited up to {:.0f} s at once for rank {}", longest,
                    std::min_element(waits.begin(), waits.end()) - waits.begin()));
}

void TrainingRun::report_progress() {
    if (!comm_.is_root()) return;
    const double pace = seconds_since(training_began_) / static_cast<double>(batches_here_);
    const auto batches_left =
        (options_.settings.train.epochs - state_.epoch) * batches_per_epoch() - state_.batch;
    options_.progress({state_.epoch + 1, options_.settings.train.epochs, state_.batch,
                       batches_per_epoch(),
                       static_cast<double>(options_.settings.train.batch_size) / pace,
                       pace * static_cast<double>(batches_left)});
}

}  // namespace dcrnn
