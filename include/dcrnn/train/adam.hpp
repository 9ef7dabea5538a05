#pragma once
// Adam (Kingma and Ba, arXiv 1412.6980) on one flat parameter tensor, betas 0.9 and 0.999, epsilon
// outside the root. The same bits in give the same bits out, so replicas that start equal stay
// equal.

#include <torch/types.h>

#include <cstdint>

namespace dcrnn {

struct Adam {
    torch::Tensor first, second;  // moments, shape and type of the parameters
    std::int64_t updates = 0;

    explicit Adam(const torch::Tensor& parameters);
    // parameters -= lr * m^ / (sqrt(v^) + epsilon), in place.
    void update(torch::Tensor parameters, const torch::Tensor& gradient, double lr, double epsilon);
};

// Scales the gradient so that its norm is at most max_norm, as torch.nn.utils.clip_grad_norm_ does:
// factor min(1, max_norm / (norm + 1e-6)). max_norm 0: leaves it. norm is the gradient's.
void clip(torch::Tensor& gradient, double norm, double max_norm);

}  // namespace dcrnn
