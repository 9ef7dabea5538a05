#include "dcrnn/config/published_options.hpp"

#include "dcrnn/config/nearest_name.hpp"
#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dcrnn {
namespace {

struct PublishedKey {
    const char* key;
    const char* option;    // the same with dashes, or none
    const char* why = "";  // it has no effect
};

constexpr const char* kNone = nullptr;
constexpr auto kSavedByItself = "a run saves its best and last weights by itself";
constexpr auto kUnused = "the published code does not use it either";
constexpr auto kPlace = "everything is written into --run-dir";

constexpr std::array kKeys{
    PublishedKey{"base_dir", kNone, kPlace},
    PublishedKey{"log_dir", kNone, kPlace},
    PublishedKey{"log_level", kNone, "log.txt holds everything"},
    PublishedKey{"batch_size", "batch-size"},
    PublishedKey{"test_batch_size", kNone, "results do not depend on the batch of an evaluation"},
    PublishedKey{"val_batch_size", kNone, "results do not depend on the batch of an evaluation"},
    PublishedKey{"dataset_dir", kNone, "give the readings with --data"},
    PublishedKey{"graph_pkl_filename", kNone, "give the graph with --graph"},
    PublishedKey{"models_dir", kNone, kPlace},
    PublishedKey{"cl_decay_steps", "cl-decay-steps"},
    PublishedKey{"filter_type", "filter-type"},
    PublishedKey{"horizon", "horizon"},
    PublishedKey{"input_dim", "time-of-day"},
    PublishedKey{"l1_decay", kNone, kUnused},
    PublishedKey{"max_diffusion_step", "max-diffusion-step"},
    PublishedKey{"num_nodes", kNone, "the readings say it"},
    PublishedKey{"num_rnn_layers", "num-rnn-layers"},
    PublishedKey{"output_dim", "output-dim"},
    PublishedKey{"rnn_units", "rnn-units"},
    PublishedKey{"seq_len", "seq-len"},
    PublishedKey{"use_curriculum_learning", "use-curriculum-learning"},
    PublishedKey{"base_lr", "base-lr"},
    PublishedKey{"dropout", kNone, kUnused},
    PublishedKey{"epoch", kNone, "a run goes on from its last checkpoint by itself"},
    PublishedKey{"epochs", "epochs"},
    PublishedKey{"epsilon", "epsilon"},
    PublishedKey{"global_step", kNone, "a run goes on from its last checkpoint by itself"},
    PublishedKey{"lr_decay_ratio", "lr-decay-ratio"},
    PublishedKey{"max_grad_norm", "max-grad-norm"},
    PublishedKey{"max_to_keep", kNone, kSavedByItself},
    PublishedKey{"min_learning_rate", "min-learning-rate"},
    PublishedKey{"model_filename", kNone, kSavedByItself},
    PublishedKey{"optimizer", kNone, "Adam is the one optimiser"},
    PublishedKey{"patience", "patience"},
    PublishedKey{"save_model", kNone, kSavedByItself},
    PublishedKey{"seed", "seed"},
    PublishedKey{"steps", "steps"},
    PublishedKey{"test_every_n_epochs", "test-every-n-epochs"},
};

const PublishedKey* find(const std::string& key) {
    const auto* const place = std::find_if(kKeys.begin(), kKeys.end(),
                                           [&](const PublishedKey& k) { return key == k.key; });
    return place == kKeys.end() ? nullptr : place;
}

[[noreturn]] void refuse_unknown(const std::string& key) {
    std::vector<std::string> names;
    for (const PublishedKey& known : kKeys) names.emplace_back(known.key);
    throw Error(ErrorKind::usage, fmt::format("unknown key '{}'", key),
                fmt::format("the nearest one of the published configurations is '{}'",
                            nearest_name(key, names)),
                "correct it, or remove the line");
}

// Python writes True where YAML means true.
std::string canonical(const std::string& text) {
    if (text == "True" || text == "TRUE") return "true";
    if (text == "False" || text == "FALSE") return "false";
    return text;
}

// One reading and the time of day, or the reading alone; more cannot be told apart by a number.
std::string time_of_day(const std::string& inputs) {
    require(inputs == "1" || inputs == "2", ErrorKind::usage,
            fmt::format("input_dim is {}", inputs),
            "1 means the reading, 2 the reading and the time of day; what others are is not said",
            "remove the line, and say it with --output-dim, --time-of-day and --day-of-week");
    return inputs == "2" ? "true" : "false";
}

}  // namespace

bool is_published_key(const std::string& key) { return find(key) != nullptr; }

void take_published(PublishedOptions& options, const std::string& key, const std::string& text) {
    const PublishedKey* const known = find(key);
    if (known == nullptr) refuse_unknown(key);
    const std::string value = canonical(text);
    require(key != "optimizer" || value == "adam" || value == "Adam", ErrorKind::usage,
            fmt::format("the optimizer '{}' is not offered", value), known->why,
            "set optimizer: adam, or remove the line");
    if (known->option == kNone) {
        options.without_effect.push_back(fmt::format("{} {}: {}", key, value, known->why));
        return;
    }
    const std::string setting = key == "input_dim" ? time_of_day(value) : value;
    Options scratch;
    set_option(scratch, known->option, setting);
    options.settings.emplace_back(known->option, setting);
}

}  // namespace dcrnn
