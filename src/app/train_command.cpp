#include "blas.hpp"
#include "commands.hpp"
#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/train/memory_advice.hpp"
#include "dcrnn/train/trainer.hpp"
#include "processor.hpp"
#include "yaml_config.hpp"

#include <iostream>

namespace dcrnn {
namespace {

TrainerOptions trainer_options(const Invocation& invocation, Console& console) {
    TrainerOptions options;
    options.settings = apply(invocation.settings, Options{});
    options.adjacency = options.settings.run.adjacency;
    options.max_epochs = options.settings.train.epochs;
    options.scaler = options.settings.data.scaler;
    options.start = invocation.arguments.restart ? StartRule::restart : StartRule::resume;
    options.logger = console.logger();
    options.header = {"products by " + product_libraries()};
    options.progress = [&console](const EpochProgress& progress) { console.show(progress); };
    return options;
}

void check_request(const Options& options) {
    require(!options.data.data.empty(), ErrorKind::usage, "no traffic file to train on", "",
            "give one with --data FILE; 'dcrnn_mpi sample --output city.h5' makes one to try, "
            "'dcrnn_mpi --help' lists the options");
    check_options(options);
}

}  // namespace

int run_train(const Communicator& comm, const Invocation& invocation, Console& console) {
    TrainerOptions options = trainer_options(invocation, console);
    together(comm, [&] {
        check_request(options.settings);
        if (comm.is_root() && is_yaml(invocation.arguments.config))
            for (const auto& line : read_yaml_config(invocation.arguments.config).without_effect)
                options.header.push_back("without effect: " + line);
    });
    prepare_processor(comm, options.settings.run, options.logger);
    if (invocation.arguments.dry_run) {
        check_run(comm, options);
        if (comm.is_root()) std::cout << "dry run: all checks passed, nothing was trained\n";
        return 0;
    }
    TimeSeriesTrainer trainer(comm, options);
    std::string table;
    with_memory_advice(options.settings.train.batch_size, [&] {
        if (trainer.fit() == FitOutcome::interrupted)
            throw AgreedError({ErrorKind::interrupted, "interrupted, the checkpoint is saved", "",
                               "run the same command again to go on from there"});
        table = trainer.test();
    });
    if (comm.is_root()) std::cout << table;
    return 0;
}

}  // namespace dcrnn
