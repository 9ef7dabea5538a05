#pragma once
// The checkpoints of a run: last (with the one before it) and best. Rank 0 only; others hear the
// outcome by broadcast.

#include "dcrnn/train/checkpoint.hpp"
#include "dcrnn/train/log.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

// The same with the best weights of validation for its weights, as best.h5 holds them; unchanged
// where there are none.
Checkpoint best_of(Checkpoint checkpoint);

// What a run would go on from: last, or the one before when last is missing or damaged.
struct ReadableCheckpoint {
    Checkpoint checkpoint;
    std::string path;
    std::vector<std::string> damaged;  // what was wrong with those that come first
};

// Nothing when there is none. Throws Error(data) when there are some and none can be read.
std::optional<ReadableCheckpoint> newest_readable(const std::string& folder);

class CheckpointStore {
public:
    // The folder is created by the first save, inside one that is there. check_place throws when
    // nothing may be written there now: a failure like a full disk.
    CheckpointStore(
        std::string folder, Logger logger, std::function<void()> check_place = [] {});

    // The newest readable one, of which is said what was damaged. A damaged last is set aside, a
    // damaged best.h5 is written again.
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
