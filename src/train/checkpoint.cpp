#include "dcrnn/train/checkpoint.hpp"

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/data/series.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "file_seal.hpp"
#include "state_fields.hpp"

#include <ATen/ops/cat.h>
#include <ATen/ops/from_blob.h>
#include <fmt/format.h>

#include <set>

namespace dcrnn {
namespace {

constexpr auto kKind = "dcrnn_mpi checkpoint";
constexpr std::int64_t kVersion = 2;  // 1 had a hash over the weights only

[[noreturn]] void fail_damaged(const std::string& path, const char* reason) {
    throw Error(ErrorKind::data, fmt::format("checkpoint '{}' is damaged", path), reason,
                "use another one; to train on goes round it, and writes a best.h5 again");
}

void write_values(Hdf5File& file, const std::string& name, const std::vector<std::int64_t>& shape,
                  const torch::Tensor& values) {
    if (values.scalar_type() == torch::kFloat64)
        file.write(name, shape, values.data_ptr<double>());
    else
        file.write(name, shape, values.data_ptr<float>());
}

// A flat tensor as one dataset for each parameter, under the published names.
void write_flat(Hdf5File& file, const std::string& group, const std::vector<ParameterSpec>& specs,
                const torch::Tensor& flat) {
    for (const auto& spec : specs)
        write_values(file, group + "/" + spec.name, spec.shape,
                     flat.narrow(0, spec.offset, spec.numel));
}

torch::Tensor read_flat(const Hdf5File& file, const std::string& group,
                        const std::vector<ParameterSpec>& specs, torch::Dtype dtype) {
    std::vector<torch::Tensor> parts;
    for (const auto& spec : specs) {
        const std::string name = group + "/" + spec.name;
        if (file.info(name).shape != spec.shape)
            fail_damaged(file.path(), "its weights do not fit its configuration");
        auto values = file.read<double>(name);  // exact for float32 too
        parts.push_back(
            at::from_blob(values.data(), {spec.numel}, torch::kFloat64).to(dtype, false, true));
    }
    return at::cat(parts);
}

void write_identity(Hdf5File& file, const RunIdentity& identity) {
    for (const auto& [key, text] : list_options(identity.options))
        file.write_text_attribute("configuration", key, text);
    file.write_strings("sensor_ids", identity.sensor_ids);
    file.write_strings("feature_names", identity.feature_names);
    file.write_strings("feature_units", identity.feature_units);
    const auto sensors = static_cast<std::int64_t>(identity.sensor_ids.size());
    file.write("adjacency", {sensors, sensors}, identity.adjacency.contiguous().data_ptr<double>());
    const auto features = static_cast<std::int64_t>(identity.scaler.scale.size());
    file.write("scaler/offset", {features}, identity.scaler.offset.data());
    file.write("scaler/scale", {features}, identity.scaler.scale.data());
    if (!identity.scaler.fill.empty())
        file.write("scaler/fill", {features}, identity.scaler.fill.data());
    file.write_number_attribute("/", "step_seconds", identity.step_seconds);
    file.write_text_attribute("/", "fingerprint", fmt::format("{:016x}", identity.fingerprint));
    if (identity.initial_weights != 0)
        file.write_text_attribute("/", "initial_weights",
                                  fmt::format("{:016x}", identity.initial_weights));
    file.write_number_attribute("/", "ranks", identity.ranks);
    file.write_number_attribute("/", "ranks_per_node", identity.ranks_per_node);
    file.write_number_attribute("/", "threads", identity.threads);
    file.write_text_attribute("/", "program", identity.program);
}

// Those that the first checkpoints did not have yet; what they leave out is in the checkpoint
// itself.
bool is_newer_option(const std::string& key) {
    static const std::set<std::string> kNewer = {
        "start",        "step-minutes",    "feature-names", "date-order", "first-line",
        "values",       "times",           "ids",           "graph-ids",  "undirected",
        "max-distance", "initial-weights", "stall-minutes"};
    return kNewer.count(key) > 0;
}

RunIdentity read_identity(const Hdf5File& file) {
    RunIdentity identity;
    for (const auto& [key, text] : list_options(identity.options))
        if (file.has_attribute("configuration", key) || !is_newer_option(key))
            set_option(identity.options, key, file.read_text_attribute("configuration", key));
    identity.sensor_ids = file.read_strings("sensor_ids");
    identity.feature_names = file.read_strings("feature_names");
    identity.feature_units = file.read_strings("feature_units");
    const auto sensors = static_cast<std::int64_t>(identity.sensor_ids.size());
    auto adjacency = file.read<double>("adjacency");
    if (adjacency.size() != identity.sensor_ids.size() * identity.sensor_ids.size())
        fail_damaged(file.path(), "its graph does not fit its sensors");
    identity.adjacency =
        at::from_blob(adjacency.data(), {sensors, sensors}, torch::kFloat64).clone();
    identity.scaler.offset = file.read<double>("scaler/offset");
    identity.scaler.scale = file.read<double>("scaler/scale");
    const auto features = identity.feature_names.size();
    if (identity.scaler.offset.size() != features || identity.scaler.scale.size() != features)
        fail_damaged(file.path(), "its scaler does not fit its features");
    if (file.has("scaler/fill")) identity.scaler.fill = file.read<double>("scaler/fill");
    const auto integer = [&](const char* name) {
        return static_cast<std::int64_t>(file.read_number_attribute("/", name));
    };
    identity.step_seconds = integer("step_seconds");
    identity.fingerprint = std::stoull(file.read_text_attribute("/", "fingerprint"), nullptr, 16);
    if (file.has_attribute("/", "initial_weights"))
        identity.initial_weights =
            std::stoull(file.read_text_attribute("/", "initial_weights"), nullptr, 16);
    identity.ranks = integer("ranks");
    identity.ranks_per_node = integer("ranks_per_node");
    identity.threads = integer("threads");
    identity.program = file.read_text_attribute("/", "program");
    return identity;
}

void write_state(Hdf5File& file, const TrainingState& state,
                 const std::vector<ParameterSpec>& specs) {
    visit_tensors(state, [&](const char* name, const torch::Tensor& tensor) {
        if (tensor.defined()) write_flat(file, name, specs, tensor.contiguous());
    });
    visit_counters(state, [&](const char* name, const auto& value) {
        file.write_number_attribute("parameters", name, value);
    });
    file.write_text_attribute("parameters", "report", state.report);
}

TrainingState read_state(const Hdf5File& file, const std::vector<ParameterSpec>& specs,
                         torch::Dtype dtype) {
    TrainingState state;
    visit_tensors(state, [&](const char* name, torch::Tensor& tensor) {
        if (file.has(name)) tensor = read_flat(file, name, specs, dtype);
    });
    visit_counters(state, [&](const char* name, auto& value) {
        value = static_cast<std::decay_t<decltype(value)>>(
            file.read_number_attribute("parameters", name));
    });
    state.report = file.read_text_attribute("parameters", "report");
    return state;
}

std::int64_t support_count(FilterType filter) {
    return filter == FilterType::dual_random_walk ? 2 : 1;
}

}  // namespace

NetworkSizes network_sizes(const RunIdentity& identity) {
    const auto& [data, graph, model, train, run] = identity.options;
    NetworkSizes sizes;
    sizes.input_width = input_width(static_cast<std::int64_t>(identity.feature_names.size()), data);
    sizes.output_dim = data.output_dim;
    sizes.horizon = data.horizon;
    sizes.rnn_units = model.rnn_units;
    sizes.num_rnn_layers = model.num_rnn_layers;
    sizes.matrices = 1 + support_count(model.filter_type) * model.max_diffusion_step;
    sizes.use_gc_for_ru = model.use_gc_for_ru;
    return sizes;
}

void write_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
    const auto specs = parameter_specs(network_sizes(checkpoint.identity));
    replace_file(path, [&](const std::string& temporary) {
        auto file = Hdf5File::create(temporary);
        file.write_text_attribute("/", "kind", kKind);
        file.write_number_attribute("/", "version", kVersion);
        write_identity(file, checkpoint.identity);
        write_state(file, checkpoint.state, specs);
        file.finish();
        seal_file(temporary);
    });
}

Checkpoint read_checkpoint(const std::string& path) {
    const auto seal = look_at_seal(path);
    if (seal == Seal::broken) fail_damaged(path, "its hash does not fit what it holds");
    const auto file = Hdf5File::open(path);
    require(file.has_attribute("/", "kind") && file.read_text_attribute("/", "kind") == kKind,
            ErrorKind::data, fmt::format("'{}' is not a checkpoint of this program", path),
            "it is HDF5 but not marked as one",
            "give last.h5 or best.h5 of a run's checkpoints folder");
    const auto written = static_cast<std::int64_t>(file.read_number_attribute("/", "version"));
    require(written == kVersion, ErrorKind::data,
            fmt::format("checkpoint '{}' has version {}", path, written),
            fmt::format("this program reads version {}", kVersion),
            "use the program that wrote it");
    if (seal == Seal::none) fail_damaged(path, "the hash at its end is missing");
    Checkpoint checkpoint;
    checkpoint.identity = read_identity(file);
    const auto dtype = element_type(checkpoint.identity.options.model.precision);
    checkpoint.state = read_state(file, parameter_specs(network_sizes(checkpoint.identity)), dtype);
    return checkpoint;
}

}  // namespace dcrnn
