#pragma once
// The checkpoints of a run: last (with the one before it) and best. Rank 0 only; others hear the
// outcome by broadcast.

#include "dcrnn/train/checkpoint.hpp"
#include "dcrnn/train/log.hpp"

#include <functional>
#include <optional>
#include <string>

namespace dcrnn {

// The same with the best weights of validation for its weights, as best.h5 holds them; unchanged
// where there are none.
Checkpoint best_of(Checkpoint checkpoint);

class CheckpointStore {
public:
    // The folder is created by the first save, inside one that is there. check_place throws when
    // nothing may be written there now: a failure like a full disk.
    CheckpointStore(
        std::string folder, Logger logger, std::function<void()> check_place = [] {});

    // last, or the one before when last is missing or damaged (said); nothing when there is
    // neither. Throws Error(data) when there are some and none can be read. A best.h5 that is
    // damaged is written again.
    std::optional<Checkpoint> load();

    // Saves last, and best when the best parameters are newer than its file. A failure keeps what
    // was there, is a warning, and counts; true when saved.
    bool save(const Checkpoint& checkpoint);
    int failures_in_a_row() const { return failures_; }

private:
    void mend_best(const Checkpoint& checkpoint);
    void save_best(const Checkpoint& checkpoint);

    std::string folder_;
    Logger logger_;
    std::function<void()> check_place_;
    std::int64_t best_epoch_on_disk_ = 0;
    int failures_ = 0;
};

}  // namespace dcrnn
