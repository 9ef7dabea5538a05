#include "commands.hpp"
#include "dcrnn/data/windows.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/memory_advice.hpp"
#include "dcrnn/train/scoring.hpp"
#include "dcrnn/train/target_presence.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "spared_inputs.hpp"
#include "trained_network.hpp"

#include <iostream>

namespace dcrnn {
namespace {

std::vector<ModelErrors> score(const Communicator& comm, const TrainedNetwork& trained,
                               const WindowSplit& windows, SplitName split) {
    const auto& options = trained.options();
    try {
        return score_with_baselines(comm, trained.forecaster(), trained.reader(), trained.series(),
                                    windows, split, options.data, options.train.batch_size,
                                    [&comm] { return nobody_interrupts(comm); });
    } catch (const EvaluationInterrupted&) {
        throw AgreedError({ErrorKind::interrupted, "interrupted, nothing was written", "",
                           "run the same command again"});
    }
}

ReportFrame report_frame(const TrainedNetwork& trained, const WindowSplit& windows,
                         SplitName split) {
    const auto& options = trained.options();
    return {to_text(split), trained.identity().step_seconds,
            static_cast<std::int64_t>(windows.select(split).size()), options.run.report_horizons,
            to_text(options.data.null_value)};
}

void warn_without_targets(const Communicator& comm, const TrainedNetwork& trained,
                          const std::vector<std::int64_t>& windows, Console& console) {
    const auto& data = trained.options().data;
    if (comm.is_root() && !has_valid_target(trained.series(), windows, data))
        console.log(LogLevel::warning, no_target_text("chosen", windows, data));
}

}  // namespace

int run_evaluate(const Communicator& comm, const Invocation& invocation, Console& console) {
    const Arguments& arguments = invocation.arguments;
    const TrainedNetwork trained(comm, invocation, console.logger());
    together(comm, [&] { require_spares_inputs(arguments.output, trained); });
    const auto& series = trained.series();
    const WindowSplit windows = together(comm, [&] {
        return split_windows(series.rows(), trained.options().data, series.timeline.gaps);
    });
    warn_without_targets(comm, trained, windows.select(arguments.split_name), console);
    std::vector<ModelErrors> models;
    with_memory_advice(trained.options().train.batch_size,
                       [&] { models = score(comm, trained, windows, arguments.split_name); });
    const auto frame = report_frame(trained, windows, arguments.split_name);
    const std::string table = on_root(comm, [&] {
        if (!arguments.output.empty()) replace_file(arguments.output, metrics_csv(models, frame));
        return format_table(models, frame);
    });
    if (comm.is_root()) std::cout << table;
    return 0;
}

}  // namespace dcrnn
