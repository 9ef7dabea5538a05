#include "trained_network.hpp"

#include "checkpoint_choice.hpp"
#include "dcrnn/data/calendar.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/checkpoint_store.hpp"
#include "dcrnn/train/forecaster.hpp"
#include "dcrnn/train/interruption.hpp"
#include "dcrnn/train/precision.hpp"
#include "dcrnn/train/resume.hpp"
#include "dcrnn/train/storage.hpp"
#include "processor.hpp"
#include "sensor_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace dcrnn {
namespace {

bool gives(const Invocation& invocation, const std::string& key) {
    const auto& settings = invocation.settings;
    return std::any_of(settings.begin(), settings.end(),
                       [&](const auto& setting) { return setting.first == key; });
}

// Where the network was trained says nothing about where it is asked now.
Options options_now(const Options& trained, const Invocation& invocation) {
    Options base = trained;
    base.run = RunOptions{};
    if (!gives(invocation, "horizon")) base.run.report_horizons = trained.run.report_horizons;
    if (gives(invocation, "data")) {  // what the options say of the old file is not for the new
        base.data.key.clear();
        base.data.source = {};
    }
    Options options = apply(invocation.settings, base);
    require(
        options.data.horizon <= trained.data.horizon, ErrorKind::usage,
        fmt::format("--horizon {} is more than the checkpoint can forecast", options.data.horizon),
        fmt::format("it was trained for {} steps", trained.data.horizon),
        fmt::format("give at most {}, or train with a longer --horizon", trained.data.horizon));
    check_options(options);
    return options;
}

void replace_scaler(Scaler& scaler, const Arguments& arguments) {
    const auto replace = [](std::vector<double>& values, const std::vector<double>& given,
                            const char* key) {
        require(given.empty() || given.size() == values.size(), ErrorKind::usage,
                fmt::format("--{} has {} value(s)", key, given.size()),
                fmt::format("the network scales {} feature(s)", values.size()),
                "give one number per feature, separated by commas");
        if (!given.empty()) values = given;
    };
    replace(scaler.offset, arguments.scaler_mean, "scaler-mean");
    if (!arguments.scaler_mean.empty()) scaler.fill.clear();  // a missing input is fed the new mean
    replace(scaler.scale, arguments.scaler_std, "scaler-std");
    const bool positive = std::all_of(scaler.scale.begin(), scaler.scale.end(),
                                      [](double value) { return value > 0; });
    require(positive, ErrorKind::usage, "--scaler-std must be positive",
            "readings are divided by it", "give the deviation of the training readings");
}

void require_data_file(const Options& options, const Invocation& invocation) {
    const auto& path = options.data.data;
    require(!path.empty(), ErrorKind::usage, "no readings are named",
            "the network was imported without any", "give the traffic file with --data");
    std::error_code error;  // of one that cannot be looked at: its reader says why
    const auto found = std::filesystem::status(path, error).type();
    require(gives(invocation, "data") || found != std::filesystem::file_type::not_found,
            ErrorKind::data,
            fmt::format("the traffic file '{}' of the checkpoint is not there", path),
            "it was moved or removed since the training", "give its place with --data");
}

// A run under way may replace the file between two reads, or hosts may have files of their own.
void require_one_checkpoint(const Communicator& comm, const std::string& path,
                            const Checkpoint& checkpoint) {
    const auto others = ranks_that_differ(comm, checkpoint.state.parameters);
    if (others.empty()) return;
    throw AgreedError(
        {ErrorKind::data,
         fmt::format("rank {} read another checkpoint '{}' than rank 0", others, path),
         "a training that is under way replaced it in between, or the hosts have "
         "files of their own under this name",
         "run the same command again, with a path that all hosts share"});
}

std::string describe(const std::string& path, const Checkpoint& checkpoint) {
    const auto& state = checkpoint.state;
    return fmt::format("checkpoint '{}': weights after {} epoch(s), {} steps", path, state.epoch,
                       state.step);
}

}  // namespace

TrainedNetwork::TrainedNetwork(const Communicator& comm, const Invocation& invocation,
                               const Logger& logger) {
    checkpoint_path_ = choose_checkpoint(comm, invocation, logger);
    Checkpoint checkpoint = together(comm, [&] { return read_checkpoint(checkpoint_path_); });
    if (invocation.arguments.checkpoint.empty()) checkpoint = best_of(std::move(checkpoint));
    require_one_checkpoint(comm, checkpoint_path_, checkpoint);
    if (comm.is_root()) logger(LogLevel::info, describe(checkpoint_path_, checkpoint));
    identity_ = std::move(checkpoint.identity);
    take_settings(comm, invocation);
    prepare_processor(comm, options().run, logger);
    traffic_ = load_traffic(comm, options().data, options().model.precision);
    take_what_is_open();
    together(comm, [&] { check_fit(options().data.data); });
    if (gives(invocation, "graph") || gives(invocation, "graph-sigma") ||
        gives(invocation, "graph-threshold") || identity_.adjacency.numel() == 0)
        identity_.adjacency = load_graph(comm, options().graph, traffic_).weights;
    build(comm, checkpoint.state.parameters, logger);
}

void TrainedNetwork::take_settings(const Communicator& comm, const Invocation& invocation) {
    together(comm, [&] {
        identity_.options = options_now(identity_.options, invocation);
        replace_scaler(identity_.scaler, invocation.arguments);
        require_data_file(identity_.options, invocation);
    });
}

// Of a network that was imported without its readings.
void TrainedNetwork::take_what_is_open() {
    if (identity_.sensor_ids.empty()) identity_.sensor_ids = series().sensor_ids;
    if (identity_.step_seconds == 0) identity_.step_seconds = series().timeline.step_seconds;
}

void TrainedNetwork::check_fit(const std::string& data) const {
    require_same_sensors(identity_.sensor_ids, series().sensor_ids, data);
    const auto trained = identity_.feature_names.size();
    const auto given = static_cast<std::size_t>(series().features());
    require(trained == given, ErrorKind::data,
            fmt::format("'{}' has {} feature(s) per reading", data, given),
            fmt::format("the network was trained on {}", trained),
            "give a file with the features of the training");
    const auto step = series().timeline.step_seconds;
    require(step == identity_.step_seconds, ErrorKind::data,
            fmt::format("the readings of '{}' are {} apart", data, format_minutes(step)),
            fmt::format("the network was trained on steps of {}",
                        format_minutes(identity_.step_seconds)),
            "give readings at the interval of the training");
}

void TrainedNetwork::build(const Communicator& comm, const torch::Tensor& parameters,
                           const Logger& logger) {
    const int rank_on_node = comm.node().rank();
    together(comm, [&] {
        const auto device = choose_device(options().run.device, rank_on_node);
        const auto choice = choose_storage(options().run.adjacency, comm.size(), device,
                                           identity_.adjacency.count_nonzero().item<std::int64_t>(),
                                           series().sensors());
        for (const auto& warning :
             {choice.warning, check_precision(options().model.precision, device)})
            if (comm.is_root() && !warning.empty()) logger(LogLevel::warning, warning);
        network_.emplace(build_network(identity_, parameters, choice.storage, device));
        reader_.emplace(series(), identity_.scaler, options().data, device);
    });
}

Forecaster TrainedNetwork::forecaster() const {
    return network_forecaster(*network_, identity_.scaler);
}

bool nobody_interrupts(const Communicator& comm) {
    return comm.max(interruption_asked() ? 1 : 0) == 0;
}

}  // namespace dcrnn
