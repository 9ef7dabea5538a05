#pragma once
// training.csv: one line per epoch, the header once, continued by a resumed run.

#include <cstdint>
#include <functional>
#include <string>

namespace dcrnn {

struct EpochRecord {
    std::int64_t epoch = 0, step = 0;  // finished; step counts batches in all
    double lr = 0, train_mae = 0, val_mae = 0, val_rmse = 0, val_mape = 0;  // raw units, percent
    double seconds = 0, windows_per_second = 0, communication_seconds = 0;
};

class TrainingTable {
public:
    // Removes lines of epochs later than last_epoch: they were written after the checkpoint that a
    // resume starts from. check_place throws when nothing may be written there now.
    TrainingTable(
        std::string path, std::int64_t last_epoch, std::function<void()> check_place = [] {});
    // False when it could not be written; the next append writes the missing lines too.
    bool append(const EpochRecord& record);

private:
    std::string path_, text_;
    std::function<void()> check_place_;
};

}  // namespace dcrnn
