#pragma once
// A training run that takes a moment: one epoch of a tiny network on a few made-up readings, in a
// folder of its own.

#include "dcrnn/train/trainer.hpp"
#include "support/temporary_folder.hpp"
#include "support/traffic.hpp"

#include <string>

namespace dcrnn::support {

struct SmallRun {
    SmallRun() {
        TrafficRecipe recipe;
        recipe.rows = 80;
        write_traffic(folder.file("city.h5"), recipe);
        options.max_epochs = 1;
        options.settings.data.data = folder.file("city.h5");
        options.settings.data.seq_len = options.settings.data.horizon = 2;
        options.settings.model.rnn_units = 2;
        options.settings.run.run_dir = folder.file("run");
        options.logger = [this](LogLevel, const std::string& line) { log += line + "\n"; };
    }
    SmallRun(const SmallRun&) = delete;
    SmallRun& operator=(const SmallRun&) = delete;

    TemporaryFolder folder;
    TrainerOptions options;
    std::string log;
};

}  // namespace dcrnn::support
