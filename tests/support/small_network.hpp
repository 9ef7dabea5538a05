#pragma once
// A network small enough for explicit loops: five sensors on a directed weighted graph, the last of
// them without roads.

#include "dcrnn/graph/diffusion.hpp"
#include "dcrnn/graph/supports.hpp"
#include "dcrnn/model/dcrnn.hpp"

#include <ATen/ATen.h>

#include <cstdint>
#include <vector>

namespace dcrnn::support {

constexpr std::int64_t kSmallSensors = 5;

inline std::vector<at::Tensor> small_supports() {
    const at::Tensor weights = at::tensor({1.0, 0.7, 0.0, 0.2, 0.0,  //
                                           0.0, 1.0, 0.4, 0.0, 0.0,  //
                                           0.9, 0.0, 1.0, 0.0, 0.0,  //
                                           0.0, 0.3, 0.5, 1.0, 0.0,  //
                                           0.0, 0.0, 0.0, 0.0, 0.0},
                                          at::kDouble);
    return make_supports(weights.view({kSmallSensors, kSmallSensors}), FilterType::dual_random_walk,
                         SupportVariant::exact);
}

struct SmallNetwork {
    std::int64_t max_diffusion_step = 2;
    DiffusionForm form = DiffusionForm::chebyshev;
    SupportStorage storage = SupportStorage::dense;
    at::ScalarType type = at::kDouble, copies = at::kDouble;
    NetworkSizes sizes = default_sizes();  // matrices are filled in

    static NetworkSizes default_sizes() {
        NetworkSizes sizes;
        sizes.horizon = 3;
        sizes.rnn_units = 3;
        return sizes;
    }

    NetworkSizes complete_sizes() const {
        NetworkSizes complete = sizes;
        complete.matrices = 1 + 2 * max_diffusion_step;
        return complete;
    }

    // Initial parameters with noise, so that no bias is 0 or 1.
    at::Tensor parameters(std::int64_t seed = 1) const {
        const at::Tensor initial = initial_parameters(complete_sizes(), seed);
        at::Tensor noisy = initial + 0.1 * at::sin(at::arange(initial.numel(), at::kDouble));
        return noisy.to(type);
    }

    Dcrnn build(const at::Tensor& parameters) const {
        return {complete_sizes(),
                Diffusion(small_supports(), max_diffusion_step, form, storage, copies, at::kCPU),
                parameters};
    }

    // [batch, seq_len, sensor, input_width], seeded
    at::Tensor inputs(std::int64_t batch, std::int64_t seq_len = 4) const {
        at::manual_seed(7);
        return at::randn({batch, seq_len, kSmallSensors, sizes.input_width}, at::kDouble).to(type);
    }

    // [batch, horizon, sensor, output_dim], seeded
    at::Tensor targets(std::int64_t batch) const {
        at::manual_seed(8);
        return at::randn({batch, sizes.horizon, kSmallSensors, sizes.output_dim}, at::kDouble)
            .to(type);
    }
};

}  // namespace dcrnn::support
