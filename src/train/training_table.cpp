#include "dcrnn/train/training_table.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/train/whole_file.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <utility>

namespace dcrnn {
namespace {

constexpr auto kHead =
    "epoch,step,lr,train_mae,val_mae,val_rmse,val_mape,seconds,windows_per_second,"
    "communication_seconds\n";

// Lines that are whole and belong to epochs up to this one; a line cut by a kill is dropped with
// them.
std::string lines_up_to(const std::string& path, std::int64_t last_epoch) {
    std::ifstream file(path);
    std::string kept = kHead, line;
    while (std::getline(file, line)) {
        long epoch = 0;
        const bool whole = !file.eof();  // a line without its end was cut
        if (whole && std::sscanf(line.c_str(), "%ld,", &epoch) == 1 && epoch <= last_epoch)
            kept += line + "\n";
    }
    return kept;
}

}  // namespace

TrainingTable::TrainingTable(std::string path, std::int64_t last_epoch,
                             std::function<void()> check_place)
    : path_(std::move(path)),
      text_(lines_up_to(path_, last_epoch)),
      check_place_(std::move(check_place)) {
    replace_file(path_, text_);
}

bool TrainingTable::append(const EpochRecord& r) {
    text_ += fmt::format("{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.3f},{:.2f},{:.3f}\n", r.epoch,
                         r.step, r.lr, r.train_mae, r.val_mae, r.val_rmse, r.val_mape, r.seconds,
                         r.windows_per_second, r.communication_seconds);
    try {
        check_place_();
        replace_file(path_, text_);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace dcrnn
