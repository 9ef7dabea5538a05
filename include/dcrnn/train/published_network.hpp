#pragma once
// Weights of the public PyTorch versions of DCRNN (chnsh/DCRNN_PyTorch and what was made of it,
// torchTS) as this program's, and back. Their names are
//   encoder_model.dcgru_layers.0.gconv_weight_(330, 128)   gates, and gconv_biases_128
//   encoder_model.dcgru_layers.0.gconv_weight_(330, 64)    candidate, and gconv_biases_64
//   decoder_model...., decoder_model.projection_layer.weight and .bias
// or those of model/dcrnn.hpp, behind any common prefix such as "module.". The layout is the same.

#include "dcrnn/files/pytorch_archive.hpp"
#include "dcrnn/model/dcrnn.hpp"

#include <torch/types.h>

#include <string>

namespace dcrnn {

struct PublishedNetwork {
    NetworkSizes sizes;        // read off the weights, which do not know the horizon
    torch::Tensor parameters;  // flat [parameter_count], float64
    std::string group;         // where they stood in the archive: "model_state_dict"
};

// Throws Error(data) that names the weight which is missing, unknown, not finite, or of a shape
// that no DCRNN has.
PublishedNetwork read_published_network(const PyTorchArchive& archive);

// The published name of a parameter.
std::string published_name(const ParameterSpec& parameter);

}  // namespace dcrnn
