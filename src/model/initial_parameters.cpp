#include "dcrnn/model/dcrnn.hpp"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

namespace dcrnn {

namespace {

bool ends_with(const std::string& text, const std::string& ending) {
    return text.size() >= ending.size() &&
           text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

torch::Tensor initial_parameters(const NetworkSizes& sizes, std::int64_t seed) {
    // its own generator: neither a function of what else drew random numbers, nor a cause of it
    at::Generator generator = at::detail::createCPUGenerator(static_cast<std::uint64_t>(seed));
    at::Tensor parameters = at::zeros({parameter_count(sizes)}, at::kDouble);
    // the range of torch::nn::Linear, 1 / sqrt(inputs), for its weight and its bias
    const double projection_range = 1.0 / std::sqrt(static_cast<double>(sizes.rnn_units));
    for (const ParameterSpec& spec : parameter_specs(sizes)) {
        at::Tensor values = parameters.narrow(0, spec.offset, spec.numel);
        if (spec.name.find("projection_layer") != std::string::npos) {
            values.uniform_(-projection_range, projection_range, generator);
        } else if (ends_with(spec.name, "_weights")) {
            const auto fan_sum = static_cast<double>(spec.shape[0] + spec.shape[1]);
            values.normal_(0.0, std::sqrt(2.0 / fan_sum), generator);  // Xavier
        } else if (ends_with(spec.name, "_ru_biases")) {
            values.fill_(1.0);
        }
    }
    return parameters;
}

}  // namespace dcrnn
