#pragma once
// The gradient of a loss that is written with LibTorch's operators.

#include "dcrnn/model/dcrnn.hpp"

#include <ATen/ATen.h>

#include <cstdint>

namespace dcrnn::support {

// loss(forecasts, first): that of windows first .., a scalar; the whole loss is the sum over
// windows.
template <class Loss>
at::Tensor network_gradient(const Dcrnn& network, const at::Tensor& inputs,
                            const Teaching& teaching, const Loss& loss) {
    at::Tensor gradient = at::zeros_like(network.parameters());
    const auto of_forecasts = [&](const at::Tensor& forecasts, std::int64_t first) {
        const at::AutoGradMode differentiate(true);
        const at::Tensor leaf = forecasts.detach().clone().requires_grad_();
        loss(leaf, first).backward();
        return leaf.grad();
    };
    network.add_gradient(inputs, teaching, of_forecasts, gradient);
    return gradient;
}

}  // namespace dcrnn::support
