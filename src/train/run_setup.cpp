#include "dcrnn/train/run_setup.hpp"

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/data/calendar.hpp"
#include "dcrnn/data/missing.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/graph/graph_description.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/precision.hpp"
#include "dcrnn/train/resume.hpp"
#include "dcrnn/train/target_presence.hpp"
#include "dcrnn/train/version.hpp"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

// Fitted on rank 0 alone: every rank must have the same bits.
Scaler fit_on_root(const Communicator& comm, const Series& series, std::int64_t rows,
                   const DataOptions& options) {
    Scaler scaler;
    together(comm, [&] {
        if (comm.is_root()) scaler = fit_scaler(series.values, rows, options);
    });
    broadcast_scaler(comm, scaler);
    return scaler;
}

RunIdentity identify(const Communicator& comm, const RunSetup& setup, const Options& options) {
    const auto& series = setup.traffic.series;
    RunIdentity identity;
    identity.options = options;
    identity.sensor_ids = series.sensor_ids;
    identity.feature_names = series.feature_names;
    identity.feature_units = series.feature_units;
    identity.adjacency = setup.graph.weights;
    identity.step_seconds = series.timeline.step_seconds;
    identity.fingerprint = setup.traffic.fingerprint;
    identity.ranks = comm.size();
    identity.ranks_per_node = comm.max(comm.node().size());
    identity.threads = at::get_num_threads();
    identity.program = fmt::format("dcrnn_mpi {}, {}", version(), library_versions());
    return identity;
}

// Where the supports lie, and how.
void choose_place(const Communicator& comm, RunSetup& setup, const Options& options) {
    const auto own = together(
        comm, [&, rank = comm.node().rank()] { return choose_device(options.run.device, rank); });
    const auto choice = device_for_all(comm, own);
    setup.device = choice.device;
    setup.storage = together(comm, [&] {
        return choose_storage(options.run.adjacency, comm.size(), setup.device,
                              setup.graph.nonzeros(), setup.traffic.series.sensors());
    });
    const std::string slow =
        together(comm, [&] { return check_precision(options.model.precision, setup.device); });
    for (const auto& warning : {choice.warning, setup.storage.warning, slow})
        if (!warning.empty()) setup.warnings.push_back(warning);
}

// Training and its choice of the best weights need errors that are numbers; the table at the end
// may do without.
void check_targets(const Communicator& comm, RunSetup& setup, const DataOptions& options) {
    const auto& series = setup.traffic.series;
    const auto& windows = setup.windows;
    const auto require_targets = [&](const char* split, const auto& its) {
        require(has_valid_target(series, its, options), ErrorKind::data,
                no_target_text(split, its, options), "training could not be judged by them",
                "check the file and --null-value, or give another --split");
    };
    together(comm, [&] {
        require_targets("training", windows.train);
        require_targets("validation", windows.validation);
    });
    if (!has_valid_target(series, windows.test, options))
        setup.warnings.push_back(no_target_text("test", windows.test, options) +
                                 "; the table at the end will hold no figures");
}

RunSizes run_sizes(const RunSetup& setup) {
    const auto& options = setup.identity.options;
    RunSizes sizes;
    sizes.network = network_sizes(setup.identity);
    sizes.seq_len = options.data.seq_len;
    sizes.sensors = setup.traffic.series.sensors();
    sizes.batch_size = std::min<std::int64_t>(
        options.train.batch_size, static_cast<std::int64_t>(setup.windows.train.size()));
    sizes.precision = options.model.precision;
    sizes.nonzeros = setup.graph.nonzeros();
    sizes.data_bytes = setup.traffic.store->bytes_on_node() / setup.identity.ranks_per_node;
    sizes.storage = setup.storage.storage;
    sizes.device = setup.device;
    return sizes;
}

constexpr int kThreadsAnywhere = 64;  // on the smallest machine, to try what a larger one does

constexpr std::int64_t kReadingsAtOnce = 1 << 20;  // a sum over booleans takes 8 bytes for each

// Share of missing target readings in the rows of these windows, in percent.
double missing_percent(const Series& series, const std::vector<std::int64_t>& windows,
                       const DataOptions& options) {
    if (windows.empty()) return 0.0;
    const auto first = windows.front(), last = windows.back() + options.seq_len + options.horizon;
    const auto targets =
        series.values.narrow(0, first, last - first).narrow(2, 0, options.output_dim);
    std::int64_t valid = 0;
    for (const auto& part : targets.split(
             std::max<std::int64_t>(1, kReadingsAtOnce * targets.size(0) / targets.numel())))
        valid += valid_targets(part, options.null_value).sum().item<std::int64_t>();
    return 100.0 * (1.0 - static_cast<double>(valid) / static_cast<double>(targets.numel()));
}

std::string describe_splits(const RunSetup& setup) {
    const auto& data = setup.identity.options.data;
    const auto& [train, validation, test, rows, left_out] = setup.windows;
    const auto missing = [&](const auto& windows) {
        return missing_percent(setup.traffic.series, windows, data);
    };
    return fmt::format(
        "windows: {} train, {} validation, {} test ({} steps in, {} out; {} left out at gaps); "
        "missing readings {:.2f} %, {:.2f} %, {:.2f} %",
        train.size(), validation.size(), test.size(), data.seq_len, data.horizon, left_out,
        missing(train), missing(validation), missing(test));
}

std::string describe_series(const RunSetup& setup) {
    const auto& series = setup.traffic.series;
    return fmt::format(
        "data: '{}' ({}), {} rows from {} to {}, every {}, {} sensors, {} feature(s); "
        "fingerprint {:016x}",
        setup.identity.options.data.data, setup.traffic.layout, series.rows(),
        format_time(series.timestamps.front()), format_time(series.timestamps.back()),
        format_minutes(series.timeline.step_seconds), series.sensors(), series.features(),
        setup.traffic.fingerprint);
}

constexpr std::size_t kGapsToList = 10;

void append_gaps(const Timeline& timeline, std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < std::min(kGapsToList, timeline.gaps.size()); ++i)
        lines.push_back("gap at " + describe(timeline.gaps[i], timeline.step_seconds));
    if (timeline.gaps.size() > kGapsToList)
        lines.push_back(fmt::format("and {} more gaps", timeline.gaps.size() - kGapsToList));
}

std::string describe_scaler(const RunIdentity& identity) {
    std::string text = fmt::format("scaler {}:", to_text(identity.options.data.scaler));
    for (std::size_t f = 0; f < identity.feature_names.size(); ++f)
        text += fmt::format("{} {} offset {:.6f} scale {:.6f}", f == 0 ? "" : ",",
                            identity.feature_names[f], identity.scaler.offset[f],
                            identity.scaler.scale[f]);
    return text;
}

}  // namespace

int threads_of(const Communicator& comm, const RunOptions& options) {
    const int own = default_threads(comm);
    const int threads = options.threads > 0 ? static_cast<int>(options.threads) : own;
    together(comm, [&] {
        const int cores = cores_of_node(), most = std::max(kThreadsAnywhere, 4 * cores);
        require(threads <= most, ErrorKind::usage,
                fmt::format("{} threads per rank are too many", threads),
                fmt::format("{} has {} core(s); threads beyond them only wait for each other, and "
                            "the system may refuse them",
                            host_name(), cores),
                fmt::format("give --threads (or OMP_NUM_THREADS) from 1 to {}", most));
    });
    return threads;
}

RunSetup prepare_run(const Communicator& comm, const Options& options) {
    RunSetup setup;
    together(comm, [&] { check_options(options); });
    at::set_num_threads(threads_of(comm, options.run));
    setup.traffic = load_traffic(comm, options.data, options.model.precision);
    setup.graph = load_graph(comm, options.graph, setup.traffic);
    const auto& series = setup.traffic.series;
    setup.windows = together(
        comm, [&] { return split_windows(series.rows(), options.data, series.timeline.gaps); });
    check_targets(comm, setup, options.data);
    choose_place(comm, setup, options);
    setup.identity = identify(comm, setup, options);
    setup.identity.scaler = fit_on_root(comm, series, setup.windows.scaler_rows, options.data);
    setup.hosts = hosts_text(comm.gather(host_name()));
    setup.memory = check_memory(comm, run_sizes(setup));
    return setup;
}

std::vector<std::string> describe_run(const RunSetup& setup) {
    const auto& identity = setup.identity;
    const auto& series = setup.traffic.series;
    std::vector<std::string> lines;
    lines.push_back(fmt::format("{}, HDF5 {}", identity.program, hdf5_library_version()));
    lines.push_back(fmt::format("{} rank(s) on {}, {} thread(s) per rank, device {}",
                                identity.ranks, setup.hosts, identity.threads, setup.device.str()));
    lines.push_back(describe_series(setup));
    lines.insert(lines.end(), setup.traffic.notes.begin(), setup.traffic.notes.end());
    append_gaps(series.timeline, lines);
    lines.push_back(describe_splits(setup));
    lines.push_back(describe_scaler(identity));
    lines.push_back(
        fmt::format("graph: {}, {} non-zero weights", setup.graph.origin, setup.graph.nonzeros()));
    lines.push_back("graph: " + describe(figures_of(setup.graph.weights)));
    lines.insert(lines.end(), setup.graph.notes.begin(), setup.graph.notes.end());
    lines.push_back(fmt::format("network: {} parameters, {}, {}, supports {} ({})",
                                parameter_count(network_sizes(identity)),
                                to_text(identity.options.model.filter_type),
                                to_text(identity.options.model.precision), setup.storage.why,
                                to_text(identity.options.model.supports)));
    lines.push_back(fmt::format("batch: {} windows over {} rank(s)",
                                identity.options.train.batch_size, identity.ranks));
    lines.push_back("memory: about " + setup.memory.text());
    return lines;
}

}  // namespace dcrnn
