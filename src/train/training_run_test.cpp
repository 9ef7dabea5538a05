// The test table of a run.

#include "training_run.hpp"

#include "dcrnn/config/option_text.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/scoring.hpp"
#include "dcrnn/train/whole_file.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

// Other weights in a network for a while: a second network would need its supports a second time.
class BorrowedNetwork {
public:
    BorrowedNetwork(const Dcrnn& network, const torch::Tensor& parameters)
        : place_(network.parameters().detach()), own_(place_.clone()) {
        place_.copy_(parameters);
    }
    BorrowedNetwork(const BorrowedNetwork&) = delete;
    BorrowedNetwork& operator=(const BorrowedNetwork&) = delete;
    ~BorrowedNetwork() { place_.copy_(own_); }

private:
    torch::Tensor place_, own_;
};

}  // namespace

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
        if (last_save_failed_) save_or_end();  // before anybody relies on it
        throw AgreedError(Error(ErrorKind::interrupted, "interrupted by a signal during the test",
                                "all checkpoints are saved",
                                "the same command goes on with the test"));
    }
    save_or_end();
    return state_.report;
}

std::vector<ModelErrors> TrainingRun::score_test(const torch::Tensor& parameters) {
    const auto& identity = setup_.identity;
    const BorrowedNetwork borrowed(*network_, parameters);
    return score_with_baselines(comm_, network_forecaster(*network_, identity.scaler), *reader_,
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
    directory_->require_ours();
    const auto frame = report_frame();
    replace_file(directory_->file("metrics.csv"), metrics_csv(models, frame));
    replace_file(directory_->file("sensors.csv"),
                 sensors_csv(models, frame, setup_.traffic.series.sensor_ids));
}

}  // namespace dcrnn
