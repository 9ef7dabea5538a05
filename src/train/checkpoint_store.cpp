#include "dcrnn/train/checkpoint_store.hpp"

#include "dcrnn/error.hpp"
#include "file_seal.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

namespace dcrnn {
namespace fs = std::filesystem;

Checkpoint best_of(Checkpoint checkpoint) {
    auto& state = checkpoint.state;
    if (!state.best_parameters.defined()) return checkpoint;
    state.parameters = std::move(state.best_parameters);
    state.best_parameters = state.first = state.second = torch::Tensor();
    state.epoch = state.best_epoch;
    state.step = state.best_step;
    state.batch = state.updates = state.skipped = state.waited = 0;
    return checkpoint;
}

CheckpointStore::CheckpointStore(std::string folder, Logger logger,
                                 std::function<void()> check_place)
    : folder_(std::move(folder)),
      logger_(std::move(logger)),
      check_place_(std::move(check_place)) {}

std::optional<ReadableCheckpoint> newest_readable(const std::string& folder) {
    ReadableCheckpoint found;
    // next.h5 is whole where a kill fell between the two renames of save().
    for (const auto* name : {"last.h5", "next.h5", "previous.h5"}) {
        found.path = folder + "/" + name;
        // What is there but cannot be looked at is as good as damaged: never begin anew over it.
        std::error_code unknown;
        if (fs::status(found.path, unknown).type() == fs::file_type::not_found) continue;
        try {
            found.checkpoint = read_checkpoint(found.path);
            return found;
        } catch (const std::exception& error) {
            found.damaged.emplace_back(error.what());
        }
    }
    if (found.damaged.empty()) return std::nullopt;
    throw Error(ErrorKind::data, fmt::format("no checkpoint in '{}' can be read", folder),
                found.damaged.front(), "give --restart to begin anew; the old run is kept aside");
}

std::optional<Checkpoint> CheckpointStore::load() {
    auto found = newest_readable(folder_);
    if (!found) return std::nullopt;
    // A damaged last must never take the place of the whole one before it.
    if (!found->damaged.empty() && fs::exists(folder_ + "/last.h5"))
        fs::rename(folder_ + "/last.h5", folder_ + "/last.damaged.h5");
    for (const auto& words : found->damaged)
        logger_(LogLevel::warning, fmt::format("{}; going on from '{}'", words, found->path));
    mend_best(found->checkpoint);
    return std::move(found->checkpoint);
}

bool CheckpointStore::save(const Checkpoint& checkpoint) {
    const std::string last = folder_ + "/last.h5", next = folder_ + "/next.h5";
    try {
        check_place_();
        fs::create_directory(folder_);
        write_checkpoint(next, checkpoint);
        check_place_();  // again, since writing takes its time
        // Only now, with a whole new file at hand, is the one before given up.
        if (fs::exists(last)) fs::rename(last, folder_ + "/previous.h5");
        fs::rename(next, last);
        save_best(checkpoint);
        failures_ = 0;
        return true;
    } catch (const std::exception& error) {
        ++failures_;
        logger_(LogLevel::warning,
                fmt::format("checkpoint not saved, failure {} in a row; the one before is kept: {}",
                            failures_, error.what()));
        return false;
    }
}

// A run that is finished saves nothing more, and its best.h5 is what the others use.
void CheckpointStore::mend_best(const Checkpoint& checkpoint) {
    const std::string path = folder_ + "/best.h5";
    if (!checkpoint.state.best_parameters.defined() || look_at_seal(path) == Seal::whole) return;
    try {
        save_best(checkpoint);
        logger_(LogLevel::warning,
                fmt::format("'{}' was damaged or missing: written again, the best weights are kept "
                            "in every checkpoint",
                            path));
    } catch (const std::exception& error) {
        logger_(LogLevel::warning, fmt::format("'{}' is damaged or missing, and cannot be written "
                                               "again: {}",
                                               path, error.what()));
    }
}

void CheckpointStore::save_best(const Checkpoint& checkpoint) {
    const auto& state = checkpoint.state;
    if (!state.best_parameters.defined()) return;
    const std::string path = folder_ + "/best.h5";
    if (state.best_epoch == best_epoch_on_disk_ && look_at_seal(path) == Seal::whole) return;
    write_checkpoint(path, best_of(checkpoint));
    best_epoch_on_disk_ = state.best_epoch;
}

}  // namespace dcrnn
