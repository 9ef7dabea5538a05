#include "diffused.hpp"

#include <ATen/ATen.h>

#include <vector>

namespace dcrnn {

Diffused diffuse(const Diffusion& diffusion, const torch::Tensor& signal) {
    if (diffusion.matrices() == 1) return {signal, signal};
    const std::int64_t sensors = diffusion.sensors();
    const std::int64_t rows = signal.size(0), features = signal.size(1);
    const at::Tensor moved = diffusion.diffuse(signal.view({sensors, rows / sensors * features}));
    std::vector<at::Tensor> all{signal};
    for (const at::Tensor& copy : moved.view({diffusion.matrices() - 1, rows, features}).unbind()) {
        all.push_back(copy);
    }
    return {signal, at::cat(all, 1)};
}

}  // namespace dcrnn
