#pragma once
// A network with all that turns raw readings into raw forecasts: supports, scaler, device. Built
// the same way from a run's options and from a checkpoint.

#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/train/checkpoint.hpp"
#include "dcrnn/train/evaluation.hpp"

#include <torch/types.h>

#include <cstdint>
#include <string>

namespace dcrnn {

// The network of an identity with these flat parameters (copied to the type of its precision and to
// the device).
Dcrnn build_network(const RunIdentity& identity, const torch::Tensor& parameters,
                    SupportStorage storage, torch::Device device);

// Forecasts without gradients, in raw units. Keeps a reference to the network.
Forecaster network_forecaster(const Dcrnn& network, const Scaler& scaler);

// The device of --device for a rank; `auto` takes a GPU where LibTorch sees one, numbered by the
// rank on its node. Throws Error(usage) for cuda without any.
torch::Device choose_device(DeviceKind wanted, int rank_on_node);

struct DeviceChoice {
    torch::Device device = torch::kCPU;
    std::string warning;  // empty, or whose lack of a GPU leaves the others' idle
};

// GPUs for all ranks, or for none: gradients in unlike places are summed by unlike calls, which
// would wait for each other for ever. Collective.
DeviceChoice device_for_all(const Communicator& comm, const torch::Device& own);

}  // namespace dcrnn
