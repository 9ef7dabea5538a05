// Saving of a run, and what its ranks agree on; the training itself is in training_run.cpp.

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/interruption.hpp"
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
        require(!last_save_failed_, ErrorKind::other, "the last checkpoint could not be saved",
                "see the warning above",
                "free space or mend the rights, then start the same command again");
    });
}

bool TrainingRun::keep_going() const { return comm_.max(interruption_asked() ? 1 : 0) == 0; }

void TrainingRun::log(LogLevel level, const std::string& text) const {
    if (comm_.is_root()) logger_(level, text);
}

}  // namespace dcrnn
