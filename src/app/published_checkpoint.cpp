#include "published_checkpoint.hpp"

#include "dcrnn/config/published_options.hpp"
#include "dcrnn/data/series.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/train/version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

constexpr std::int64_t kDaysOfWeek = 7;

bool gives(const Settings& settings, const std::string& key) {
    return std::any_of(settings.begin(), settings.end(),
                       [&](const auto& setting) { return setting.first == key; });
}

Options as_published_code_does() {
    Options options;
    options.data.gaps = GapRule::keep;
    options.data.scaler = ScalerKind::published;
    options.model.diffusion = DiffusionForm::released;
    options.model.supports = SupportVariant::pytorch_port;
    return options;
}

// Without them the network could be taken for another.
bool is_decisive(const std::string& name) {
    return name == "filter_type" || name == "seq_len" || name == "horizon" || name == "output_dim";
}

[[noreturn]] void refuse_value(const PyTorchArchive& archive, const PyTorchValue& value,
                               const Error& error) {
    throw Error(ErrorKind::data,
                fmt::format("'{}' says {}: {}, which has no meaning here", archive.path, value.name,
                            value.text),
                error.what(), "is the file damaged, or of another network?");
}

// What the file says of itself in the sections of the published code; it may hold anything, so what
// means nothing here, as an input_dim of 9, is passed over.
void take_published_sections(const PyTorchArchive& archive, Settings& settings) {
    for (const PyTorchValue& value : archive.values) {
        const bool is_section = value.group.empty() || value.group == "data" ||
                                value.group == "model" || value.group == "train";
        if (!is_section || !is_published_key(value.name)) continue;
        try {
            PublishedOptions one;
            take_published(one, value.name, value.text);
            settings.insert(settings.end(), one.settings.begin(), one.settings.end());
        } catch (const Error& error) {
            if (is_decisive(value.name)) refuse_value(archive, value, error);
        }
    }
}

// What `export` of this program wrote; false where it did not.
bool take_own_section(const PyTorchArchive& archive, Settings& settings) {
    bool found = false;
    for (const PyTorchValue& value : archive.values) {
        if (value.group != kOwnSection) continue;
        found = true;
        try {
            Options scratch;
            set_option(scratch, value.name, value.text);
            settings.emplace_back(value.name, value.text);
        } catch (const Error& error) {
            refuse_value(archive, value, error);
        }
    }
    return found;
}

void set_size(std::int64_t& option, std::int64_t size, const char* key, const Settings& settings) {
    require(!gives(settings, key) || option == size, ErrorKind::usage,
            fmt::format("--{} {} does not fit the weights", key, option),
            fmt::format("they have {}", size), "leave the option away, it is read off the weights");
    option = size;
}

// How many steps of diffusion the weights have.
std::int64_t diffusion_steps(std::int64_t matrices, FilterType filter) {
    const std::int64_t supports = filter == FilterType::dual_random_walk ? 2 : 1;
    require((matrices - 1) % supports == 0, ErrorKind::usage,
            fmt::format("--filter-type {} does not fit the weights", to_text(filter)),
            fmt::format("they multiply {} diffused copies of a signal, and each of the {} supports "
                        "makes equally many",
                        matrices - 1, supports),
            "give the --filter-type that they were trained with");
    return (matrices - 1) / supports;
}

// An input more than outputs is the time of day, eight more are the day of the week too.
void set_time_features(DataOptions& options, std::int64_t input_width, const Settings& settings) {
    const std::int64_t more = input_width - options.output_dim;
    if (!gives(settings, "time-of-day")) options.time_of_day = more >= 1;
    if (!gives(settings, "day-of-week")) options.day_of_week = more >= 1 + kDaysOfWeek;
}

void require_window(const Settings& own, const Settings& given, const char* key) {
    require(gives(own, key) || gives(given, key), ErrorKind::usage,
            fmt::format("nothing says --{}", key), "the weights do not depend on it",
            "give it, or the YAML file beside the weights with --config");
}

}  // namespace

Options published_options(const PyTorchArchive& archive, const PublishedNetwork& network,
                          const Settings& settings) {
    Settings own;
    take_published_sections(archive, own);
    const bool exported = take_own_section(archive, own);
    require_window(own, settings, "seq-len");
    require_window(own, settings, "horizon");
    const Options base = exported ? Options{} : as_published_code_does();
    Options options = dcrnn::apply(settings, dcrnn::apply(own, base));
    const NetworkSizes& sizes = network.sizes;
    set_size(options.data.output_dim, sizes.output_dim, "output-dim", settings);
    set_size(options.model.rnn_units, sizes.rnn_units, "rnn-units", settings);
    set_size(options.model.num_rnn_layers, sizes.num_rnn_layers, "num-rnn-layers", settings);
    set_size(options.model.max_diffusion_step,
             diffusion_steps(sizes.matrices, options.model.filter_type), "max-diffusion-step",
             settings);
    options.model.use_gc_for_ru = true;
    set_time_features(options.data, sizes.input_width, settings);
    check_options(options);
    return options;
}

std::int64_t published_features(const PublishedNetwork& network, const DataOptions& options) {
    const std::int64_t features = network.sizes.input_width - (options.time_of_day ? 1 : 0) -
                                  (options.day_of_week ? kDaysOfWeek : 0);
    require(features >= options.output_dim, ErrorKind::usage,
            fmt::format("the weights take {} input(s)", network.sizes.input_width),
            fmt::format("with --time-of-day {} and --day-of-week {} that leaves {} for the {} "
                        "feature(s) that they forecast",
                        options.time_of_day, options.day_of_week, features, options.output_dim),
            "give the time features that they were trained with");
    return features;
}

Checkpoint published_checkpoint(const PyTorchArchive& archive, const PublishedNetwork& network,
                                const Options& options) {
    Checkpoint checkpoint;
    RunIdentity& identity = checkpoint.identity;
    identity.options = options;
    const std::int64_t features = published_features(network, options.data);
    for (std::int64_t i = 0; i < features; ++i)
        identity.feature_names.push_back(features == 1 ? "value" : fmt::format("value{}", i + 1));
    identity.feature_units.resize(identity.feature_names.size());
    identity.adjacency = torch::empty({0, 0}, torch::kFloat64);
    identity.program =
        fmt::format("PyTorch ({}), imported by dcrnn_mpi {}", archive.path, version());
    checkpoint.state.parameters = network.parameters.to(element_type(options.model.precision));
    for (const PyTorchValue& value : archive.values)
        if (value.group.empty() && value.name == "epoch") try {
                constexpr std::int64_t most = 1'000'000;
                std::int64_t epoch = 0;
                parse(value.text, epoch);
                if (epoch >= 0 && epoch <= most) checkpoint.state.epoch = epoch;
            } catch (const Error&) {  // of no use to a forecast
            }
    return checkpoint;
}

Scaler published_scaler(const PyTorchArchive& archive) {
    Scaler scaler;
    for (const PyTorchValue& value : archive.values) {
        if (value.group != "scaler") continue;
        if (value.name == "mean") parse(value.text, scaler.offset);
        if (value.name == "std") parse(value.text, scaler.scale);
    }
    return scaler;
}

}  // namespace dcrnn
