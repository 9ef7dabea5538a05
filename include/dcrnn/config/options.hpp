#pragma once
// What a user may choose, as plain structs; the initialisers are the defaults (the published
// METR-LA ones). Names are those of the published DCRNN configuration. option_table.hpp lists them
// once for every other use.

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

enum class NullValue { zero, nan, none };     // which raw reading means "missing"
enum class MissingInput { as_stored, mean };  // what the network is fed for a missing reading
enum class ScalerKind { standard, published, minmax, none };
enum class GapRule { leave_out, keep };  // windows that cross a gap of the timestamps
enum class FilterType { laplacian, random_walk, dual_random_walk };
enum class DiffusionForm { chebyshev, released, powers };  // README, "Which network exactly"
enum class SupportVariant { exact, pytorch_port };         // README, "Which network exactly"
enum class AdjacencyKind {
    automatic,
    sparse,
    dense
};  // automatic: sparse on one rank, dense on more
enum class Precision { float32, float64, bfloat16 };  // bfloat16: of what products read
enum class DeviceKind { automatic, cpu, cuda };
enum class TransferKind { automatic, device, host };  // how gradients on a GPU reach MPI
enum class SplitName { train, val, test, all };
enum class DateOrder { automatic, day_first, month_first };  // of 03/04/2012
enum class FirstLine { automatic, header, readings };        // of a CSV file

// What a file of readings in a foreign format does not say itself.
struct SourceOptions {
    std::string start;          // local time of the first row, where the file has no times
    double step_minutes = 0.0;  // between two rows; 0: unknown
    std::string feature_names;  // separated by commas; empty: the file's own, or value
    DateOrder date_order = DateOrder::automatic;
    FirstLine first_line = FirstLine::automatic;
    std::string values, times, ids;  // datasets of any HDF5 file, or columns of a long CSV file
};

struct DataOptions {
    std::string data;                          // traffic file
    std::string key;                           // group of a pandas file; empty: the only one
    std::vector<double> split{0.7, 0.1, 0.2};  // train, validation, test, by time
    std::int64_t seq_len = 12;                 // input steps
    std::int64_t horizon = 12;                 // forecast steps
    std::int64_t output_dim = 1;               // the first features of the file are the targets
    bool time_of_day = true;                   // append the time of day, in [0, 1)
    bool day_of_week = false;                  // append seven 0/1 features, Monday first
    NullValue null_value = NullValue::zero;
    MissingInput missing_input = MissingInput::as_stored;
    ScalerKind scaler = ScalerKind::standard;
    GapRule gaps = GapRule::leave_out;  // --keep-gaps
    SourceOptions source;
};

struct GraphOptions {
    std::string graph;         // distance list or matrix; empty: adjacency of the traffic file
    double graph_sigma = 0.0;  // width of the Gaussian kernel, units of the distances; 0: computed
    double graph_threshold = 0.1;  // smaller weights are cut to 0
    std::string graph_ids;         // file with the ids in the graph's order; empty: the graph's own
    bool undirected = false;       // a road given in one direction holds for both
    double max_distance = 0.0;     // metres between sensor locations; 0: no locations
};

struct ModelOptions {
    std::int64_t rnn_units = 64;
    std::int64_t num_rnn_layers = 2;
    std::int64_t max_diffusion_step = 2;
    FilterType filter_type = FilterType::dual_random_walk;
    bool use_gc_for_ru =
        true;  // graph convolution in the gates too; false: a plain layer per sensor
    DiffusionForm diffusion = DiffusionForm::chebyshev;
    SupportVariant supports = SupportVariant::exact;
    Precision precision = Precision::float32;
};

struct TrainOptions {
    std::int64_t epochs = 100;
    std::int64_t batch_size = 64;  // global: shared by all ranks
    double base_lr = 0.01;
    std::vector<std::int64_t> steps{20, 30, 40, 50};  // epochs after which the rate is multiplied
    double lr_decay_ratio = 0.1;
    double min_learning_rate = 2e-6;
    double epsilon = 1e-3;  // Adam's, outside the root
    double max_grad_norm = 5.0;
    std::int64_t patience = 50;
    std::int64_t test_every_n_epochs = 10;
    bool use_curriculum_learning = true;
    std::int64_t cl_decay_steps = 2000;
    std::int64_t max_steps = 0;  // 0: no limit
    std::int64_t seed = 1;
    std::string initial_weights;  // checkpoint to begin with its weights; empty: from the seed
};

struct RunOptions {
    std::string run_dir;             // empty: runs/<name of the traffic file>
    double checkpoint_minutes = 10;  // 0: at the end of epochs only
    double stall_minutes = 10;       // a rank that waits longer for others ends the job; 0: never
    AdjacencyKind adjacency = AdjacencyKind::automatic;
    DeviceKind device = DeviceKind::automatic;
    TransferKind transfer = TransferKind::automatic;
    std::int64_t threads = 0;                   // per rank; 0: the cores of the affinity mask
    std::vector<std::int64_t> report_horizons;  // empty: 15, 30, 60 minutes
};

struct Options {
    DataOptions data;
    GraphOptions graph;
    ModelOptions model;
    TrainOptions train;
    RunOptions run;
};

}  // namespace dcrnn
