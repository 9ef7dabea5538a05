// Saving and scoring of a run; the training itself is in training_run.cpp.

#include "dcrnn/config/option_text.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/interruption.hpp"
#include "dcrnn/train/scoring.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "training_run.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

constexpr int kFailuresAllowed = 3;

torch::Tensor on_cpu(const torch::Tensor& tensor) { return tensor.detach().to(torch::kCPU); }

}  // namespace

bool TrainingRun::checkpoint_due() const {
    const double minutes = options_.settings.run.checkpoint_minutes;
    return comm_.is_root() && minutes > 0 &&
           std::chrono::duration<double>(Clock::now() - last_save_).count() >= 60 * minutes;
}

// Rank 0 writes; every rank hears how often in a row it has failed.
void TrainingRun::save() {
    state_.updates = adam_->updates;
    state_.parameters = on_cpu(network_->parameters());
    state_.first = on_cpu(adam_->first);
    state_.second = on_cpu(adam_->second);
    int failures = 0;
    if (comm_.is_root() && !store_->save({setup_.identity, state_}))
        failures = store_->failures_in_a_row();
    comm_.broadcast(&failures, sizeof failures, 0);
    last_save_ = Clock::now();
    last_save_failed_ = failures > 0;
    together(comm_, [&] {
        require(failures < kFailuresAllowed, ErrorKind::other,
                fmt::format("{} checkpoints in a row could not be saved", failures),
                "see the warnings above",
                "free space or mend the rights, then start the same command again");
    });
}

void TrainingRun::save_or_end() {
    save();
    together(comm_, [&] {
        require(!last_save_failed_, ErrorKind::other,
                "the checkpoint at the end could not be saved", "see the warning above",
                "free space or mend the rights, then start the same command again");
    });
}

bool TrainingRun::keep_going() const { return comm_.max(interruption_asked() ? 1 : 0) == 0; }

void TrainingRun::log(LogLevel level, const std::string& text) const {
    if (comm_.is_root()) logger_(level, text);
}

std::string TrainingRun::test() {
    if (finished() && !state_.report.empty()) {
        log(LogLevel::info, "this run is finished; its table again");
        return state_.report;
    }
    const auto& train = options_.settings.train;
    const bool cut = train.max_steps > 0 && state_.step >= train.max_steps;
    const bool current = cut || !state_.best_parameters.defined();
    const auto head = current ? fmt::format("current weights, after step {}\n", state_.step)
                              : fmt::format("best weights, of epoch {} (validation MAE {:.4f})\n",
                                            state_.best_epoch, state_.best_mae);
    try {
        const auto models = score_test(current ? network_->parameters() : state_.best_parameters);
        together(comm_, [&] {
            if (comm_.is_root()) write_figures(models);
        });
        state_.report = head + format_table(models, report_frame());
    } catch (const EvaluationInterrupted&) {
        throw AgreedError(Error(ErrorKind::interrupted, "interrupted by a signal during the test",
                                "all checkpoints are saved",
                                "the same command goes on with the test"));
    }
    save();
    return state_.report;
}

std::vector<ModelErrors> TrainingRun::score_test(const torch::Tensor& parameters) {
    const auto& identity = setup_.identity;
    const auto network = build_network(identity, parameters, setup_.storage.storage, setup_.device);
    return score_with_baselines(comm_, network_forecaster(network, identity.scaler), *reader_,
                                setup_.traffic.series, setup_.windows, SplitName::test,
                                identity.options.data, identity.options.train.batch_size,
                                [this] { return keep_going(); });
}

ReportFrame TrainingRun::report_frame() const {
    const auto& options = setup_.identity.options;
    return {"test", setup_.identity.step_seconds,
            static_cast<std::int64_t>(setup_.windows.test.size()), options.run.report_horizons,
            to_text(options.data.null_value)};
}

void TrainingRun::write_figures(const std::vector<ModelErrors>& models) const {
    const auto frame = report_frame();
    replace_file(directory_->file("metrics.csv"), metrics_csv(models, frame));
    replace_file(directory_->file("sensors.csv"),
                 sensors_csv(models, frame, setup_.traffic.series.sensor_ids));
}

}  // namespace dcrnn
