#include "commands.hpp"
#include "dcrnn/data/epoch_order.hpp"
#include "dcrnn/data/timeline.hpp"
#include "dcrnn/data/windows.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/memory_advice.hpp"
#include "forecast_file.hpp"
#include "spared_inputs.hpp"
#include "trained_network.hpp"

#include <ATen/ops/full.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <limits>

namespace dcrnn {
namespace {

using Rows = std::vector<std::int64_t>;

// A forecast of one global batch that holds this rank's slice and zeros elsewhere, so that the sum
// over ranks puts the parts together without rounding.
torch::Tensor forecast_share(const Communicator& comm, const TrainedNetwork& trained,
                             const Rows& rows) {
    const auto& data = trained.options().data;
    const auto count = static_cast<std::int64_t>(rows.size());
    const auto slice = rank_slice(count, comm.rank(), comm.size());
    auto all = at::zeros({count, data.horizon, trained.series().sensors(), data.output_dim},
                         trained.series().values.scalar_type());
    if (slice.count == 0) return all;
    const Rows mine(rows.begin() + slice.first, rows.begin() + slice.first + slice.count);
    Batch batch;
    batch.inputs = trained.reader().read_inputs(mine);
    all.narrow(0, slice.first, slice.count).copy_(trained.forecaster()(mine, batch));
    return all;
}

// What happened, NaN where the reading is missing.
torch::Tensor truth_of(const TrainedNetwork& trained, const Rows& rows) {
    const Batch batch = trained.reader().read(rows);
    const auto missing =
        at::full({}, std::numeric_limits<double>::quiet_NaN(), batch.targets.options());
    return at::where(batch.valid != 0, batch.targets, missing).to(torch::kCPU);
}

ForecastBlock make_block(const TrainedNetwork& trained, const Rows& rows,
                         std::int64_t first_window) {
    const auto& series = trained.series();
    const auto& data = trained.options().data;
    ForecastBlock block;
    block.first_window = first_window;
    for (const std::int64_t row : rows) {
        const auto next = row + data.seq_len;  // the first row forecast; it may not exist yet
        block.issued.push_back(series.timestamps[static_cast<std::size_t>(next - 1)]);
        for (std::int64_t step = 0; step < data.horizon; ++step)
            block.times.push_back(next + step < series.rows()
                                      ? series.timestamps[static_cast<std::size_t>(next + step)]
                                      : block.issued.back() +
                                            (step + 1) * series.timeline.step_seconds);
    }
    return block;
}

// Writing is rank 0's; the others hear of a failure.
void forecast_windows(const Communicator& comm, const TrainedNetwork& trained, const Rows& windows,
                      const ForecastFrame& frame, ForecastWriter* writer) {
    const auto batch_size = trained.options().train.batch_size;
    const auto total = static_cast<std::int64_t>(windows.size());
    for (std::int64_t first = 0; first < total; first += batch_size) {
        if (!nobody_interrupts(comm))
            throw AgreedError({ErrorKind::interrupted, "interrupted, no forecast was written", "",
                               "run the same command again"});
        const Rows rows(windows.begin() + first,
                        windows.begin() + std::min(first + batch_size, total));
        torch::Tensor forecast;
        together(comm, [&] {
            with_memory_advice(batch_size, [&] { forecast = forecast_share(comm, trained, rows); });
        });
        comm.sum(forecast);
        together(comm, [&] {
            if (writer == nullptr) return;
            ForecastBlock block = make_block(trained, rows, first);
            block.forecast = forecast;
            if (frame.has_truth) block.truth = truth_of(trained, rows);
            writer->write(block);
        });
    }
}

// The one window whose forecast begins after the newest row.
Rows latest_window(const TrainedNetwork& trained) {
    const auto& series = trained.series();
    const auto& data = trained.options().data;
    const auto first = series.rows() - data.seq_len;
    require(first >= 0, ErrorKind::data, fmt::format("'{}' has {} rows", data.data, series.rows()),
            fmt::format("a forecast needs the newest {}", data.seq_len), "give a longer file");
    for (const auto& gap : series.timeline.gaps)
        require(gap.row <= first || data.gaps == GapRule::keep, ErrorKind::data,
                fmt::format("the newest {} rows of '{}' have a gap", data.seq_len, data.data),
                describe(gap, series.timeline.step_seconds),
                "complete the file, or give --keep-gaps to forecast all the same");
    return {first};
}

Rows chosen_windows(const TrainedNetwork& trained, const Arguments& arguments) {
    if (arguments.latest) return latest_window(trained);
    const auto& series = trained.series();
    return split_windows(series.rows(), trained.options().data, series.timeline.gaps)
        .select(arguments.split_name);
}

ForecastFrame forecast_frame(const TrainedNetwork& trained, const Rows& windows,
                             const Arguments& arguments) {
    const auto& series = trained.series();
    const auto& data = trained.options().data;
    const auto outputs = static_cast<std::ptrdiff_t>(data.output_dim);
    ForecastFrame frame;
    frame.windows = static_cast<std::int64_t>(windows.size());
    frame.horizon = data.horizon;
    frame.sensor_ids = series.sensor_ids;
    frame.feature_names = {series.feature_names.begin(), series.feature_names.begin() + outputs};
    frame.feature_units = {series.feature_units.begin(), series.feature_units.begin() + outputs};
    frame.type = series.values.scalar_type();
    frame.has_truth = !arguments.latest;
    frame.checkpoint = trained.checkpoint_path();
    return frame;
}

// Empty: to standard output.
std::string output_path(const Invocation& invocation) {
    const Arguments& arguments = invocation.arguments;
    if (!arguments.output.empty() || arguments.latest) return arguments.output;
    const std::string run_dir = apply(invocation.settings, Options{}).run.run_dir;
    require(!run_dir.empty(), ErrorKind::usage, "no file for the forecasts", "",
            "give --output FILE (.h5 or .csv), or --latest to print the next horizon");
    return fmt::format("{}/predictions/{}.h5", run_dir, to_text(arguments.split_name));
}

}  // namespace

int run_predict(const Communicator& comm, const Invocation& invocation, Console& console) {
    const Arguments& arguments = invocation.arguments;
    const std::string path = together(comm, [&] { return output_path(invocation); });
    // Printed forecasts are for other programs: nothing else may stand among them.
    const Logger logger = path.empty() ? console.warnings_only() : console.logger();
    const TrainedNetwork trained(comm, invocation, logger);
    together(comm, [&] { require_spares_inputs(path, trained); });
    const Rows windows = together(comm, [&] { return chosen_windows(trained, arguments); });
    const ForecastFrame frame = forecast_frame(trained, windows, arguments);

    std::unique_ptr<ForecastWriter> writer;
    together(comm, [&] {
        if (comm.is_root())
            writer =
                path.empty() ? print_forecast(std::cout, frame) : create_forecast_file(path, frame);
    });
    forecast_windows(comm, trained, windows, frame, writer.get());
    together(comm, [&] {
        if (writer) writer->finish();
    });
    if (comm.is_root())
        logger(LogLevel::info,
               fmt::format("{} window(s) forecast into '{}'", windows.size(), path));
    return 0;
}

}  // namespace dcrnn
