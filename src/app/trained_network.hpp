#pragma once
// A checkpoint and the readings it is asked about, ready to forecast. The checkpoint brings its
// configuration, graph and scaler; what the user gives now comes on top.

#include "dcrnn/data/batch.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/checkpoint.hpp"
#include "dcrnn/train/evaluation.hpp"
#include "dcrnn/train/log.hpp"
#include "dcrnn/train/traffic_data.hpp"
#include "invocation.hpp"

#include <optional>
#include <string>

namespace dcrnn {

class TrainedNetwork {
public:
    // Collective; all ranks fail together. Throws Error(usage) without a checkpoint or with more
    // horizon than it was trained for, Error(data) when sensors, features or time step are not
    // those of the training.
    TrainedNetwork(const Communicator& comm, const Invocation& invocation, const Logger& logger);
    TrainedNetwork(const TrainedNetwork&) = delete;
    TrainedNetwork& operator=(const TrainedNetwork&) = delete;

    const RunIdentity& identity() const { return identity_; }
    const Options& options() const { return identity_.options; }
    const std::string& checkpoint_path() const { return checkpoint_path_; }
    const Series& series() const { return traffic_.series; }
    const BatchReader& reader() const { return *reader_; }
    Forecaster forecaster() const;  // refers to this object

private:
    void take_settings(const Communicator& comm, const Invocation& invocation);
    void take_what_is_open();
    void check_fit(const std::string& data) const;
    void build(const Communicator& comm, const torch::Tensor& parameters, const Logger& logger);

    std::string checkpoint_path_;
    RunIdentity identity_;
    TrafficData traffic_;
    std::optional<Dcrnn> network_;
    std::optional<BatchReader> reader_;
};

// Asked once per batch, on every rank: no rank has been told to stop. Collective.
bool nobody_interrupts(const Communicator& comm);

}  // namespace dcrnn
