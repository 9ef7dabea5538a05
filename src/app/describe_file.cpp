#include "describe_file.hpp"

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/data/calendar.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/graph/graph_description.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/readings/open_readings.hpp"
#include "dcrnn/train/checkpoint.hpp"
#include "id_list.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace dcrnn {
namespace {

// Also what only its name says to be one: HDF5's reader then says what it is.
bool is_meant_as_hdf5(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    return require_readable(path) == FileKind::hdf5 || extension == ".h5" || extension == ".hdf5";
}

std::string changed_options(const Options& options) {
    const auto defaults = list_options(Options{});
    const auto list = list_options(options);
    std::string text;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i] != defaults[i])
            text += fmt::format("  --{} {}\n", list[i].first, list[i].second);
    return text.empty() ? "  none\n" : text;
}

std::string readings_text(const RunIdentity& identity) {
    if (identity.sensor_ids.empty()) return "none: imported without readings";
    return fmt::format("'{}', fingerprint {:016x}, steps of {}", identity.options.data.data,
                       identity.fingerprint, format_minutes(identity.step_seconds));
}

}  // namespace

std::string describe_file(const std::string& path, const DataOptions& options) {
    if (holds_readings(path, options)) return describe_readings(open_readings(path, options));
    if (!is_meant_as_hdf5(path)) return describe_graph(path);
    const auto file = Hdf5File::open(path);
    const std::string kind =
        file.has_attribute("/", "kind") ? file.read_text_attribute("/", "kind") : "";
    if (kind == "dcrnn_mpi checkpoint") return describe_checkpoint(path);
    if (kind == "dcrnn_mpi forecast") return describe_forecast(path);
    return describe_readings(open_readings(path, options));
}

std::string describe_checkpoint(const std::string& path) {
    const auto [identity, state] = read_checkpoint(path);
    const auto& options = identity.options;
    return fmt::format(
        "{}: checkpoint of {}\n"
        "network     {} parameters, {} sensors, {} steps in, {} steps out, {}\n"
        "training    {} epoch(s), {} batch(es) of the next one, {} steps in all; {}\n"
        "data        {}\n"
        "sensors     {}\n"
        "run by      {} rank(s), {} thread(s) each\n"
        "options that are not the defaults:\n{}",
        path, identity.program, parameter_count(network_sizes(identity)),
        identity.sensor_ids.size(), options.data.seq_len, options.data.horizon,
        to_text(options.model.precision), state.epoch, state.batch, state.step,
        state.best_epoch > 0 ? fmt::format("best validation MAE {:.4f} after epoch {}",
                                           state.best_mae, state.best_epoch)
                             : "no validation yet",
        readings_text(identity),
        identity.sensor_ids.empty() ? "any, those of --data" : id_list(identity.sensor_ids),
        identity.ranks, identity.threads, changed_options(options));
}

std::string describe_forecast(const std::string& path) {
    const auto file = Hdf5File::open(path);
    const auto shape = file.info("forecast").shape;
    require(shape.size() == 4, ErrorKind::data, fmt::format("forecast '{}' is damaged", path),
            fmt::format("it has {} axes instead of window, step, sensor and output", shape.size()),
            "use the file as predict wrote it");
    const auto issued = file.read<std::int64_t>("issued");
    const bool has_times = !issued.empty();
    return fmt::format(
        "{}: forecast\n"
        "shape       {} window(s), {} step(s), {} sensor(s), {} output(s); {}\n"
        "issued      {}\n"
        "sensors     {}\n"
        "outputs     {}\n"
        "checkpoint  '{}'\n",
        path, shape[0], shape[1], shape[2], shape[3],
        file.has("truth") ? "with truth" : "of the future, without truth",
        has_times ? fmt::format("{} to {}", format_time(issued.front()), format_time(issued.back()))
                  : "never",
        id_list(file.read_strings("sensor_ids")),
        fmt::join(file.read_strings("feature_names"), ", "),
        file.read_text_attribute("/", "checkpoint"));
}

}  // namespace dcrnn
