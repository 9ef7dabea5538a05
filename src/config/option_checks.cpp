// check_options: every range and consistency that can be judged without a file.

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace dcrnn {
namespace {

// Sizes are added and multiplied as 64-bit integers; this bound keeps sums and pairs of them exact.
constexpr std::int64_t kLargestSize = 1'000'000;
constexpr std::int64_t kMostLayers = 100,
                       kMostSteps = 100;  // far above any use; sizes then multiply without overflow
constexpr std::int64_t kMostThreads = 4096;
constexpr double kLargestRate = 1e30;
constexpr double kSmallestFloat = std::numeric_limits<float>::min();

// Every message begins with the option and its value as the user would write them.
template <class Value>
void expect(bool possible, const char* key, const Value& value, const char* reason,
            const std::string& remedy) {
    if (possible) return;
    const std::string text = to_text(value);
    throw Error(ErrorKind::usage,
                fmt::format("--{} {} is not possible", key, text.empty() ? "''" : text), reason,
                remedy);
}

void expect_between(const char* key, std::int64_t value, std::int64_t low, std::int64_t high,
                    const char* reason) {
    expect(value >= low && value <= high, key, value, reason,
           fmt::format("give a number from {} to {}", low, high));
}

void expect_at_least(const char* key, std::int64_t value, std::int64_t low, const char* reason) {
    expect(value >= low, key, value, reason, fmt::format("give {} or more", low));
}

void expect_not_negative(const char* key, double value, const char* reason) {
    expect(std::isfinite(value) && value >= 0, key, value, reason, "give 0 or more");
}

bool strictly_ascending(const std::vector<std::int64_t>& list) {
    return std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()) == list.end();
}

void check(const DataOptions& o) {
    const double sum = std::accumulate(o.split.begin(), o.split.end(), 0.0);
    const bool positive =
        std::all_of(o.split.begin(), o.split.end(), [](double share) { return share > 0; });
    expect(o.split.size() == 3 && positive && std::abs(sum - 1) <= 1e-9, "split", o.split,
           "it must be three positive shares that sum to 1",
           "give train,validation,test such as 0.7,0.1,0.2");
    expect_between("seq-len", o.seq_len, 1, kLargestSize, "a window needs input steps");
    expect_between("horizon", o.horizon, 1, kLargestSize, "a window needs steps to forecast");
    expect_between("output-dim", o.output_dim, 1, kLargestSize, "a forecast needs a target");
    expect_not_negative("step-minutes", o.source.step_minutes, "rows follow each other in time");
}

void check(const GraphOptions& o) {
    expect_not_negative("graph-sigma", o.graph_sigma, "it is a width, in units of the distances");
    expect(o.graph_threshold >= 0 && o.graph_threshold < 1, "graph-threshold", o.graph_threshold,
           "weights lie between 0 and 1, and a sensor's own is 1",
           "give a number from 0 to below 1, such as 0.1");
    expect_not_negative("max-distance", o.max_distance, "it is a distance, in metres");
}

void check(const ModelOptions& o) {
    expect_between("rnn-units", o.rnn_units, 1, kLargestSize, "the hidden state needs a size");
    expect_between("num-rnn-layers", o.num_rnn_layers, 1, kMostLayers, "a network needs a layer");
    expect_between("max-diffusion-step", o.max_diffusion_step, 0, kMostSteps,
                   "it counts the steps of a walk on the graph; 0 uses no graph");
}

void check_learning_rate(const TrainOptions& o) {
    expect(o.base_lr > 0 && o.base_lr <= kLargestRate, "base-lr", o.base_lr,
           "a learning rate must be positive, and a step of that size a number of float32",
           fmt::format("give a number above 0 and up to {}, such as 0.01", kLargestRate));
    expect(strictly_ascending(o.steps) && (o.steps.empty() || o.steps.front() >= 1), "steps",
           o.steps, "they are numbers of epochs, from 1 on, each greater than the one before",
           "sort them and remove repetitions, as in 20,30,40,50");
    expect(o.lr_decay_ratio > 0 && o.lr_decay_ratio <= 1, "lr-decay-ratio", o.lr_decay_ratio,
           "the learning rate is multiplied by it and must not rise",
           "give a number above 0 and up to 1, such as 0.1");
    expect(o.min_learning_rate >= 0 && o.min_learning_rate <= o.base_lr, "min-learning-rate",
           o.min_learning_rate, "the lower bound must lie between 0 and the first learning rate",
           fmt::format("give at most --base-lr, which is {}", to_text(o.base_lr)));
}

void check(const TrainOptions& o) {
    expect_between("epochs", o.epochs, 1, kLargestSize,
                   "training needs at least one pass over the data");
    expect_between("batch-size", o.batch_size, 1, kLargestSize, "a step needs windows");
    check_learning_rate(o);
    expect(std::isfinite(o.epsilon) && o.epsilon >= kSmallestFloat, "epsilon", o.epsilon,
           "Adam divides by it where a gradient is 0, and float32 takes what is smaller for 0",
           "give a number from 1e-37 on, such as 1e-3");
    expect_not_negative("max-grad-norm", o.max_grad_norm, "a norm is not negative; 0: no clipping");
    expect_at_least("patience", o.patience, 1, "it counts epochs without a better validation MAE");
    expect_at_least("test-every-n-epochs", o.test_every_n_epochs, 0, "it counts epochs; 0: never");
    expect_at_least("cl-decay-steps", o.cl_decay_steps, 1, "it counts training steps");
    expect_at_least("max-steps", o.max_steps, 0, "it counts training steps; 0: no limit");
    expect_at_least("seed", o.seed, 0, "seeds are not negative");
}

void check(const RunOptions& o, std::int64_t horizon) {
    expect_not_negative("checkpoint-minutes", o.checkpoint_minutes,
                        "it is a time; 0: at the end of epochs only");
    expect_not_negative("stall-minutes", o.stall_minutes, "it is a time; 0: ranks wait for ever");
    expect_between("threads", o.threads, 0, kMostThreads,
                   "it counts threads per rank; 0: the cores of its affinity mask");
    const auto& list = o.report_horizons;
    const bool within = list.empty() || (list.front() >= 1 && list.back() <= horizon);
    expect(strictly_ascending(list) && within, "report-horizons", list,
           "they are steps of the forecast, each greater than the one before",
           fmt::format("give ascending steps from 1 to --horizon, which is {}", horizon));
}

}  // namespace

void check_options(const Options& options) {
    check(options.data);
    check(options.graph);
    check(options.model);
    check(options.train);
    check(options.run, options.data.horizon);
}

}  // namespace dcrnn
