#include "import_checkpoint.hpp"

#include "dcrnn/config/option_text.hpp"
#include "dcrnn/data/windows.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/resume.hpp"
#include "dcrnn/train/traffic_data.hpp"
#include "id_list.hpp"
#include "published_checkpoint.hpp"
#include "yaml_config.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

// Given on the command line, or written into the file by `export`; empty: neither.
Scaler given_scaler(const PyTorchArchive& archive, const Arguments& arguments,
                    std::size_t features) {
    Scaler scaler = published_scaler(archive);
    const bool mean = !arguments.scaler_mean.empty(), std = !arguments.scaler_std.empty();
    require(mean == std, ErrorKind::usage,
            fmt::format("--scaler-{} is missing", mean ? "std" : "mean"),
            "readings are scaled by a mean and a deviation", "give both, or neither");
    if (mean) scaler = {arguments.scaler_mean, arguments.scaler_std, {}};
    const auto fits = [&](const std::vector<double>& values) {
        return values.empty() || values.size() == features;
    };
    require(fits(scaler.offset) && fits(scaler.scale), ErrorKind::usage,
            fmt::format("the scaler has {} mean(s) and {} deviation(s)", scaler.offset.size(),
                        scaler.scale.size()),
            fmt::format("the network takes {} feature(s)", features), "give one for each feature");
    require(std::all_of(scaler.scale.begin(), scaler.scale.end(),
                        [](double value) { return value > 0; }),
            ErrorKind::usage, "a deviation of the scaler is not positive",
            "readings are divided by it", "give the deviation of the training readings");
    return scaler;
}

// Sensors, graph and step of the readings, and their scaler where none is given.
void take_readings(const Communicator& comm, RunIdentity& identity) {
    const Options& options = identity.options;
    // In double as the published code reads them: the scaler is then its, to all printed digits.
    const TrafficData traffic = load_traffic(comm, options.data, Precision::float64);
    const Series& series = traffic.series;
    together(comm, [&] {
        require(
            identity.feature_names.size() == series.feature_names.size(), ErrorKind::data,
            fmt::format("'{}' has {} feature(s) per reading", options.data.data, series.features()),
            fmt::format("the weights take {}", identity.feature_names.size()),
            "give the readings that they were trained on");
        if (!identity.scaler.scale.empty()) return;
        const WindowSplit windows =
            split_windows(series.rows(), options.data, series.timeline.gaps);
        identity.scaler = fit_scaler(series.values, windows.scaler_rows, options.data);
    });
    broadcast_scaler(comm, identity.scaler);
    identity.sensor_ids = series.sensor_ids;
    identity.feature_names = series.feature_names;
    identity.feature_units = series.feature_units;
    identity.step_seconds = series.timeline.step_seconds;
    identity.fingerprint = traffic.fingerprint;
    if (!options.graph.graph.empty() || !traffic.file_adjacency.empty())
        identity.adjacency = load_graph(comm, options.graph, traffic).weights;
}

void require_scaler_or_readings(const Scaler& scaler, const Options& options) {
    require(!scaler.scale.empty() || !options.data.data.empty(), ErrorKind::usage,
            "nothing says how the readings are scaled", "a published checkpoint has no scaler",
            "give the readings that it was trained on with --data, or --scaler-mean and "
            "--scaler-std");
    require(options.graph.graph.empty() || !options.data.data.empty(), ErrorKind::usage,
            "--graph is given without --data", "its sensors are matched with those of the readings",
            "give both, or give them to evaluate and predict");
}

std::string scaler_text(const Scaler& scaler, const std::string& origin) {
    std::string text;
    for (std::size_t i = 0; i < scaler.scale.size(); ++i)
        text += fmt::format("{}mean {:.8f} deviation {:.8f}", i > 0 ? ", " : "", scaler.offset[i],
                            scaler.scale[i]);
    return fmt::format("{} ({})", text, origin);
}

std::string report(const PyTorchArchive& archive, const PublishedNetwork& network,
                   const RunIdentity& identity, const std::string& scaler_origin,
                   const Invocation& invocation) {
    const Options& options = identity.options;
    const bool has_sensors = !identity.sensor_ids.empty(),
               has_graph = identity.adjacency.numel() > 0;
    std::string text = fmt::format(
        "{}: DCRNN of PyTorch{}\n"
        "network     {} weights: {} layer(s) of {} units, {} input(s), {} output(s), {} with K = "
        "{}\n"
        "windows     {} steps in, {} out{}\n"
        "computes    --diffusion {} --supports {} --keep-gaps {} (a flag changes it)\n"
        "scaler      {}\n"
        "sensors     {}\n",
        archive.path, network.group.empty() ? "" : fmt::format(", weights in '{}'", network.group),
        network.parameters.numel(), network.sizes.num_rnn_layers, network.sizes.rnn_units,
        network.sizes.input_width, network.sizes.output_dim, to_text(options.model.filter_type),
        options.model.max_diffusion_step, options.data.seq_len, options.data.horizon,
        options.data.time_of_day ? ", with the time of day" : "", to_text(options.model.diffusion),
        to_text(options.model.supports), to_text(options.data.gaps),
        scaler_text(identity.scaler, scaler_origin),
        has_sensors ? id_list(identity.sensor_ids)
                    : "any: evaluate and predict take those of --data");
    if (is_yaml(invocation.arguments.config))
        for (const auto& line : read_yaml_config(invocation.arguments.config).without_effect)
            text += fmt::format("without effect: {}\n", line);
    return text + fmt::format(
                      "'{0}': written\n"
                      "use it: dcrnn_mpi evaluate --checkpoint {0}{1}{2}\n",
                      invocation.arguments.output, has_sensors ? "" : " --data READINGS",
                      has_graph ? "" : " --graph GRAPH");
}

}  // namespace

std::string import_checkpoint(const Communicator& comm, const Invocation& invocation,
                              const std::string& path) {
    const auto [archive, network] = together(comm, [&] {
        PyTorchArchive read = read_pytorch_archive(path);
        PublishedNetwork found = read_published_network(read);
        return std::make_pair(std::move(read), std::move(found));
    });
    const Arguments& arguments = invocation.arguments;
    Checkpoint checkpoint = together(comm, [&, &file = archive, &weights = network] {
        const Options options = published_options(file, weights, invocation.settings);
        Checkpoint made = published_checkpoint(file, weights, options);
        made.identity.scaler = given_scaler(file, arguments, made.identity.feature_names.size());
        require_scaler_or_readings(made.identity.scaler, options);
        return made;
    });
    RunIdentity& identity = checkpoint.identity;
    std::string origin = arguments.scaler_mean.empty() ? "of the file" : "given";
    if (identity.scaler.scale.empty())
        origin = "of the readings, --scaler " + to_text(identity.options.data.scaler);
    if (!identity.options.data.data.empty()) take_readings(comm, identity);
    return on_root(comm, [&, &file = archive, &weights = network] {
        write_checkpoint(arguments.output, checkpoint);
        return report(file, weights, identity, origin, invocation);
    });
}

}  // namespace dcrnn
