#pragma once
// A published PyTorch checkpoint as a checkpoint of this program. The configuration is put together
// of what the published code does (diffusion released, supports pytorch-port, scaler published,
// windows across gaps), what the file says of itself, what --config and the command line say, each
// winning over those before; the sizes are those of the weights.

#include "dcrnn/files/pytorch_archive.hpp"
#include "dcrnn/train/checkpoint.hpp"
#include "dcrnn/train/published_network.hpp"
#include "invocation.hpp"

#include <string>
#include <vector>

namespace dcrnn {

// The section of an archive in which `export` keeps this program's own options. Where it is, they
// stand in the place of what the published code does.
inline constexpr char kOwnSection[] = "dcrnn_mpi";

// Throws Error(data) when an option in the file has no meaning, Error(usage) when --seq-len and
// --horizon are said nowhere, when an option names another size than the weights have, or when what
// the inputs are remains open.
Options published_options(const PyTorchArchive& archive, const PublishedNetwork& network,
                          const Settings& settings);

// Features of a reading that the network takes, without the time features.
std::int64_t published_features(const PublishedNetwork& network, const DataOptions& options);

// The checkpoint without sensors, graph and scaler.
Checkpoint published_checkpoint(const PyTorchArchive& archive, const PublishedNetwork& network,
                                const Options& options);

// That of the archive, as `export` writes it; empty where it has none.
Scaler published_scaler(const PyTorchArchive& archive);

}  // namespace dcrnn
