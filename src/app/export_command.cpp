#include "checkpoint_choice.hpp"
#include "commands.hpp"
#include "dcrnn/config/option_text.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/files/pytorch_archive.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/checkpoint_store.hpp"
#include "dcrnn/train/published_network.hpp"
#include "dcrnn/train/whole_file.hpp"
#include "published_checkpoint.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace dcrnn {
namespace {

void check_request(const Arguments& arguments) {
    require(arguments.format == "pytorch", ErrorKind::usage,
            fmt::format("the format '{}' is not known", arguments.format), "there is one: pytorch",
            "write --format pytorch");
    require(!arguments.output.empty(), ErrorKind::usage, "no name for the file to write", "",
            "give one with --output FILE, such as epo45.tar");
    std::error_code error;  // of a name that cannot be looked at: its writer says why
    require(arguments.overwrite || !std::filesystem::exists(arguments.output, error),
            ErrorKind::usage, fmt::format("'{}' exists", arguments.output),
            "an export replaces no file by itself", "give another --output, or add --overwrite");
}

// The sections that the published code reads its configuration from.
std::vector<PyTorchValue> configuration(const RunIdentity& identity) {
    const auto& [data, graph, model, train, run] = identity.options;
    const NetworkSizes sizes = network_sizes(identity);
    return {{"data", "batch_size", to_text(train.batch_size)},
            {"model", "cl_decay_steps", to_text(train.cl_decay_steps)},
            {"model", "filter_type", to_text(model.filter_type)},
            {"model", "horizon", to_text(data.horizon)},
            {"model", "input_dim", to_text(sizes.input_width)},
            {"model", "max_diffusion_step", to_text(model.max_diffusion_step)},
            {"model", "num_nodes", std::to_string(identity.sensor_ids.size())},
            {"model", "num_rnn_layers", to_text(model.num_rnn_layers)},
            {"model", "output_dim", to_text(data.output_dim)},
            {"model", "rnn_units", to_text(model.rnn_units)},
            {"model", "seq_len", to_text(data.seq_len)},
            {"model", "use_curriculum_learning", to_text(train.use_curriculum_learning)},
            {"train", "base_lr", to_text(train.base_lr)},
            {"train", "epochs", to_text(train.epochs)},
            {"train", "epsilon", to_text(train.epsilon)},
            {"train", "lr_decay_ratio", to_text(train.lr_decay_ratio)},
            {"train", "max_grad_norm", to_text(train.max_grad_norm)},
            {"train", "min_learning_rate", to_text(train.min_learning_rate)},
            {"train", "patience", to_text(train.patience)},
            {"train", "steps", to_text(train.steps)},
            {"train", "test_every_n_epochs", to_text(train.test_every_n_epochs)},
            {"scaler", "mean", to_text(identity.scaler.offset)},
            {"scaler", "std", to_text(identity.scaler.scale)}};
}

// What the published code has no names for: the options of this program that decide the forecasts,
// from which `import` builds the same network again.
void add_own_options(const Options& options, std::vector<PyTorchValue>& values) {
    visit_options(options, [&](const OptionInfo& info, const auto& field) {
        if (info.on_resume == OnResume::refuse)
            values.push_back({kOwnSection, info.key, to_text(field)});
    });
}

PyTorchArchive archive_of(const Checkpoint& checkpoint) {
    PyTorchArchive archive;
    archive.values = configuration(checkpoint.identity);
    add_own_options(checkpoint.identity.options, archive.values);
    archive.values.push_back({"", "epoch", std::to_string(checkpoint.state.epoch)});
    const bool wide = checkpoint.identity.options.model.precision == Precision::float64;
    const torch::Tensor all = checkpoint.state.parameters.to(torch::kFloat64).contiguous();
    const double* values = all.data_ptr<double>();
    for (const ParameterSpec& spec : parameter_specs(network_sizes(checkpoint.identity)))
        archive.tensors.push_back({"model_state_dict",
                                   published_name(spec),
                                   spec.shape,
                                   {values + spec.offset, values + spec.offset + spec.numel},
                                   wide ? "f8" : "f4"});
    return archive;
}

// What the published PyTorch code computes, whatever the network was trained with.
std::string differences(const ModelOptions& model) {
    std::string text;
    if (model.filter_type == FilterType::dual_random_walk &&
        model.diffusion != DiffusionForm::released)
        text += " --diffusion released";
    if (model.filter_type != FilterType::laplacian &&
        model.supports != SupportVariant::pytorch_port)
        text += " --supports pytorch-port";
    if (text.empty()) return "";
    return fmt::format(
        "warning: the published PyTorch code computes as with{}, this network was trained "
        "otherwise: its forecasts there will differ\n",
        text);
}

void require_exportable(const RunIdentity& identity) {
    require(identity.options.model.use_gc_for_ru, ErrorKind::usage,
            "the gates of this network have plain weights (--use-gc-for-ru false)",
            "the published PyTorch code computes another function with such weights", "");
}

}  // namespace

int run_export(const Communicator& comm, const Invocation& invocation, Console& console) {
    const Arguments& arguments = invocation.arguments;
    together(comm, [&] { check_request(arguments); });
    const std::string path = choose_checkpoint(comm, invocation, console.logger());
    const std::string text = on_root(comm, [&] {
        Checkpoint checkpoint = read_checkpoint(path);
        if (arguments.checkpoint.empty()) checkpoint = best_of(std::move(checkpoint));
        require_exportable(checkpoint.identity);
        PyTorchArchive archive = archive_of(checkpoint);
        replace_file(arguments.output, [&](const std::string& temporary) {
            archive.path = temporary;
            write_pytorch_archive(archive);
        });
        return fmt::format(
            "{}'{}': {} weights of '{}' as the published PyTorch code names them, for torch.load\n",
            differences(checkpoint.identity.options.model), arguments.output,
            checkpoint.state.parameters.numel(), path);
    });
    if (comm.is_root()) std::cout << text;
    return 0;
}

}  // namespace dcrnn
