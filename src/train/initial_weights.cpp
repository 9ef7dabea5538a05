#include "initial_weights.hpp"

#include "dcrnn/config/option_text.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace dcrnn {
namespace {

void require_equal_sizes(const std::string& path, const RunIdentity& initial,
                         const RunIdentity& now) {
    const auto differ = [&](const char* what, std::int64_t there, std::int64_t here) {
        require(there == here, ErrorKind::data,
                fmt::format("the weights of '{}' do not fit this network", path),
                fmt::format("{} {} there and {} here", there, what, here),
                "give options of equal sizes, or leave --initial-weights away");
    };
    const NetworkSizes there = network_sizes(initial), here = network_sizes(now);
    differ("layers", there.num_rnn_layers, here.num_rnn_layers);
    differ("units", there.rnn_units, here.rnn_units);
    differ("inputs of a reading", there.input_width, here.input_width);
    differ("outputs", there.output_dim, here.output_dim);
    differ("matrices of diffusion", there.matrices, here.matrices);
    differ("graph convolutions in the gates", there.use_gc_for_ru ? 1 : 0,
           here.use_gc_for_ru ? 1 : 0);
}

std::vector<std::string> differences(const std::string& path, const Options& there,
                                     const Options& here) {
    std::vector<std::string> warnings;
    const auto compare = [&](const char* key, const auto& old_value, const auto& new_value) {
        const std::string before = to_text(old_value), now = to_text(new_value);
        if (before != now)
            warnings.push_back(
                fmt::format("the weights of '{}' were trained with --{} {}, and this "
                            "run uses {}",
                            path, key, before, now));
    };
    compare("diffusion", there.model.diffusion, here.model.diffusion);
    compare("supports", there.model.supports, here.model.supports);
    compare("filter-type", there.model.filter_type, here.model.filter_type);
    compare("scaler", there.data.scaler, here.data.scaler);
    return warnings;
}

}  // namespace

InitialWeights read_initial_weights(const RunIdentity& identity) {
    const std::string& path = identity.options.train.initial_weights;
    const Checkpoint checkpoint = read_checkpoint(path);
    require_equal_sizes(path, checkpoint.identity, identity);
    InitialWeights initial;
    initial.parameters = checkpoint.state.parameters;
    const torch::Tensor values = initial.parameters.to(torch::kFloat64).contiguous();
    initial.fingerprint = XXH64(values.data_ptr(), values.nbytes(), 0);
    initial.warnings = differences(path, checkpoint.identity.options, identity.options);
    return initial;
}

void require_same_beginning(const RunIdentity& saved, const RunIdentity& now) {
    const std::string &before = saved.options.train.initial_weights,
                      &here = now.options.train.initial_weights;
    if (before == here) return;
    const bool same = !before.empty() && !here.empty() &&
                      read_initial_weights(now).fingerprint == saved.initial_weights;
    require(
        same, ErrorKind::usage,
        fmt::format("--initial-weights is now '{}' and was '{}' when this run began", here, before),
        "other weights to begin with would change the result",
        "use the old value, or --restart to begin anew (the old run is kept aside)");
}

}  // namespace dcrnn
