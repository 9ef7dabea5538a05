#pragma once
// The one table of options: key, group, what a change means for a run that is resumed, and help.
// Parser, --help, --print-config, config.ini, checkpoints and the comparison on resume all walk it,
// so they cannot drift apart.

#include "dcrnn/config/option_text.hpp"
#include "dcrnn/config/options.hpp"

#include <string>
#include <utility>
#include <vector>

namespace dcrnn {

enum class OnResume { refuse, allow };  // refuse: another value would change the result

struct OptionInfo {
    const char* key;
    const char* group;
    OnResume on_resume;
    const char* help;  // with unit; the default is printed from the struct
};

// Calls visit(info, field) for every option, in the order of the help. Options may be const.
template <class AnyOptions, class Visitor>
void visit_options(AnyOptions& o, Visitor&& visit) {
    constexpr auto refuse = OnResume::refuse;
    constexpr auto allow = OnResume::allow;
    const char* group = "Data";
    visit(OptionInfo{"data", group, allow,
                     "readings: own HDF5, pandas, CSV, .npz, .npy (data/README.md)"},
          o.data.data);
    visit(OptionInfo{"key", group, allow, "group of a pandas file, when it holds several"},
          o.data.key);
    visit(OptionInfo{"split", group, refuse, "shares of train,validation,test, by time"},
          o.data.split);
    visit(OptionInfo{"seq-len", group, refuse, "input steps of a window"}, o.data.seq_len);
    visit(OptionInfo{"horizon", group, refuse, "forecast steps of a window"}, o.data.horizon);
    visit(OptionInfo{"output-dim", group, refuse, "the first features of the file are the targets"},
          o.data.output_dim);
    visit(OptionInfo{"time-of-day", group, refuse, "append the time of day to the inputs"},
          o.data.time_of_day);
    visit(OptionInfo{"day-of-week", group, refuse, "append the day of the week to the inputs"},
          o.data.day_of_week);
    visit(OptionInfo{"null-value", group, refuse, "reading that means missing: 0, nan or none"},
          o.data.null_value);
    visit(OptionInfo{"missing-input", group, refuse,
                     "what the network sees for a missing 0: as-stored or mean"},
          o.data.missing_input);
    visit(OptionInfo{"scaler", group, refuse, "standard, published (README), minmax or none"},
          o.data.scaler);
    visit(OptionInfo{"keep-gaps", group, refuse, "keep windows that cross a gap of the timestamps"},
          o.data.gaps);

    group = "Foreign file";
    visit(OptionInfo{"start", group, allow,
                     "local time of the first row, where the file has no times"},
          o.data.source.start);
    visit(OptionInfo{"step-minutes", group, allow, "minutes between two rows without times"},
          o.data.source.step_minutes);
    visit(OptionInfo{"feature-names", group, allow, "names for what each reading consists of"},
          o.data.source.feature_names);
    visit(OptionInfo{"date-order", group, allow,
                     "of dates like 03/04/2012: auto, day-first or month-first"},
          o.data.source.date_order);
    visit(OptionInfo{"first-line", group, allow, "of a CSV file: auto, header or readings"},
          o.data.source.first_line);
    visit(OptionInfo{"values", group, allow,
                     "dataset of the readings in any HDF5 file, or columns "
                     "of a long CSV file"},
          o.data.source.values);
    visit(OptionInfo{"times", group, allow, "dataset or column of the times"}, o.data.source.times);
    visit(OptionInfo{"ids", group, allow,
                     "dataset or column of the sensor ids, or a text file of them"},
          o.data.source.ids);

    group = "Graph";
    visit(OptionInfo{"graph", group, allow,
                     "distance list, sensor locations, or matrix: CSV, .npy, .npz, .pkl"},
          o.graph.graph);
    visit(OptionInfo{"graph-sigma", group, refuse,
                     "width of the Gaussian kernel, unit of the distances; 0: their deviation"},
          o.graph.graph_sigma);
    visit(OptionInfo{"graph-threshold", group, refuse, "smaller weights become 0"},
          o.graph.graph_threshold);
    visit(OptionInfo{"graph-ids", group, allow,
                     "file of the sensor ids in the graph's order, where it has none"},
          o.graph.graph_ids);
    visit(OptionInfo{"undirected", group, refuse, "a road given in one direction holds for both"},
          o.graph.undirected);
    visit(OptionInfo{"max-distance", group, refuse,
                     "metres up to which sensor locations are neighbours"},
          o.graph.max_distance);

    group = "Network";
    visit(OptionInfo{"rnn-units", group, refuse, "hidden units per sensor and layer"},
          o.model.rnn_units);
    visit(OptionInfo{"num-rnn-layers", group, refuse, "DCGRU layers"}, o.model.num_rnn_layers);
    visit(OptionInfo{"max-diffusion-step", group, refuse, "K, steps of each diffusion"},
          o.model.max_diffusion_step);
    visit(OptionInfo{"filter-type", group, refuse, "laplacian, random_walk or dual_random_walk"},
          o.model.filter_type);
    visit(OptionInfo{"use-gc-for-ru", group, refuse, "graph convolution in the gates too"},
          o.model.use_gc_for_ru);
    visit(OptionInfo{"diffusion", group, refuse, "chebyshev, released or powers"},
          o.model.diffusion);
    visit(OptionInfo{"supports", group, refuse, "exact or pytorch-port"}, o.model.supports);
    visit(OptionInfo{"precision", group, refuse, "float32, float64 or bfloat16"},
          o.model.precision);

    group = "Training";
    visit(OptionInfo{"epochs", group, allow, "passes over the training windows"}, o.train.epochs);
    visit(OptionInfo{"batch-size", group, refuse, "windows per step, shared by all ranks"},
          o.train.batch_size);
    visit(OptionInfo{"base-lr", group, refuse, "learning rate of the first epoch"},
          o.train.base_lr);
    visit(OptionInfo{"steps", group, refuse, "epochs after which the learning rate falls"},
          o.train.steps);
    visit(OptionInfo{"lr-decay-ratio", group, refuse, "factor of each fall"},
          o.train.lr_decay_ratio);
    visit(OptionInfo{"min-learning-rate", group, refuse, "lower bound of the learning rate"},
          o.train.min_learning_rate);
    visit(OptionInfo{"epsilon", group, refuse, "Adam's epsilon"}, o.train.epsilon);
    visit(
        OptionInfo{"max-grad-norm", group, refuse, "gradients are clipped to this norm; 0: never"},
        o.train.max_grad_norm);
    visit(OptionInfo{"patience", group, allow,
                     "epochs without a better validation MAE before the end"},
          o.train.patience);
    visit(OptionInfo{"test-every-n-epochs", group, allow, "test table during training; 0: never"},
          o.train.test_every_n_epochs);
    visit(OptionInfo{"use-curriculum-learning", group, refuse, "scheduled sampling in the decoder"},
          o.train.use_curriculum_learning);
    visit(OptionInfo{"cl-decay-steps", group, refuse, "steps over which scheduled sampling decays"},
          o.train.cl_decay_steps);
    visit(OptionInfo{"max-steps", group, allow, "stop after this many steps in all; 0: no limit"},
          o.train.max_steps);
    visit(OptionInfo{"seed", group, refuse, "seed of weights, order and sampling"}, o.train.seed);

    visit(OptionInfo{"initial-weights", group, allow,
                     "checkpoint whose weights training begins with; its sizes must be equal"},
          o.train.initial_weights);

    group = "Run";
    visit(
        OptionInfo{"run-dir", group, allow, "where everything is written; empty: runs/<data name>"},
        o.run.run_dir);
    visit(OptionInfo{"checkpoint-minutes", group, allow,
                     "minutes between checkpoints inside an epoch; 0: none"},
          o.run.checkpoint_minutes);
    visit(OptionInfo{"stall-minutes", group, allow,
                     "ranks that wait so long for others end the job; 0: never"},
          o.run.stall_minutes);
    visit(OptionInfo{"adjacency", group, allow,
                     "auto (one rank sparse, more dense), sparse or dense"},
          o.run.adjacency);
    visit(OptionInfo{"device", group, allow, "auto, cpu or cuda"}, o.run.device);
    visit(OptionInfo{"transfer", group, allow,
                     "gradients to MPI from device or host memory; or auto"},
          o.run.transfer);
    visit(
        OptionInfo{"threads", group, allow, "threads per rank; 0: the cores of its affinity mask"},
        o.run.threads);
    visit(OptionInfo{"report-horizons", group, allow,
                     "steps in the printed table; empty: 15, 30, 60 minutes"},
          o.run.report_horizons);
}

// Every option as (key, canonical text), in table order: what config.ini and checkpoints hold.
std::vector<std::pair<std::string, std::string>> list_options(const Options& options);

// Sets one option by key. Throws Error(usage): unknown key (with the nearest known one), or a value
// that cannot be read.
void set_option(Options& options, const std::string& key, const std::string& text);

// Range and consistency checks that need no file, e.g. horizon >= 1, split sums to 1, steps
// ascending. Throws Error(usage) naming the option.
void check_options(const Options& options);

}  // namespace dcrnn
