#pragma once
// Results replace what stands under their name, so that a command can be repeated; the files they
// are computed from are never given up for them.

#include "trained_network.hpp"

#include <string>

namespace dcrnn {

// Throws Error(usage) when `output` is the traffic file, the graph or the checkpoint, under
// whatever name or link.
void require_spares_inputs(const std::string& output, const TrainedNetwork& trained);

}  // namespace dcrnn
