#include "dcrnn/train/checkpoint_store.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

namespace dcrnn {
namespace fs = std::filesystem;

CheckpointStore::CheckpointStore(std::string folder, Logger logger)
    : folder_(std::move(folder)), logger_(std::move(logger)) {}

std::optional<Checkpoint> CheckpointStore::load() {
    std::vector<std::string> damaged;
    for (const auto* name : {"last.h5", "previous.h5"}) {
        const std::string path = folder_ + "/" + name;
        if (!fs::exists(path)) continue;
        try {
            auto checkpoint = read_checkpoint(path);
            for (const auto& words : damaged)
                logger_(LogLevel::warning, fmt::format("{}; going on from '{}'", words, path));
            return checkpoint;
        } catch (const Error& error) {
            damaged.emplace_back(error.what());
        }
    }
    if (damaged.empty()) return std::nullopt;
    throw Error(ErrorKind::data, fmt::format("no checkpoint in '{}' can be read", folder_),
                damaged.front(), "give --restart to begin anew; the old run is kept aside");
}

bool CheckpointStore::save(const Checkpoint& checkpoint) {
    const std::string last = folder_ + "/last.h5", previous = folder_ + "/previous.h5";
    try {
        fs::create_directories(folder_);
        // last first becomes previous by a second name, so that there is one whole file at any
        // instant.
        if (fs::exists(last)) {
            fs::remove(previous);
            std::error_code no_hard_links;
            fs::create_hard_link(last, previous, no_hard_links);
            if (no_hard_links) fs::copy_file(last, previous, fs::copy_options::overwrite_existing);
        }
        write_checkpoint(last, checkpoint);
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

void CheckpointStore::save_best(const Checkpoint& checkpoint) {
    const auto& state = checkpoint.state;
    if (!state.best_parameters.defined()) return;
    const std::string path = folder_ + "/best.h5";
    if (state.best_epoch == best_epoch_on_disk_ && fs::exists(path)) return;
    Checkpoint best = checkpoint;
    best.state.parameters = state.best_parameters;
    best.state.best_parameters = best.state.first = best.state.second = torch::Tensor();
    best.state.epoch = state.best_epoch;
    write_checkpoint(path, best);
    best_epoch_on_disk_ = state.best_epoch;
}

}  // namespace dcrnn
