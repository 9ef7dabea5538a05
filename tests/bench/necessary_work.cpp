#include "necessary_work.hpp"

namespace dcrnn::bench {

NecessaryWork necessary_work(const NetworkSizes& sizes, std::int64_t seq_len, std::int64_t sensors,
                             std::int64_t batch, std::int64_t nonzeros) {
    const std::int64_t units = sizes.rnn_units, layers = sizes.num_rnn_layers;
    const std::int64_t steps = seq_len + sizes.horizon, copies = sizes.matrices - 1;
    const std::int64_t inputs = seq_len * sizes.input_width + sizes.horizon * sizes.output_dim;

    // columns to diffuse for one window: in each layer the new state and r h, and the inputs
    const std::int64_t columns = steps * layers * 2 * units + inputs;
    // rows of weights met for one sensor and window: inputs, states below, own states
    const std::int64_t features = inputs + steps * (2 * layers - 1) * units;

    const double weights = 2.0 * static_cast<double>(sensors * batch) *
                           static_cast<double>(features * sizes.matrices * 3 * units);
    const double diffusion =
        2.0 * static_cast<double>(columns * batch * copies) * static_cast<double>(nonzeros);
    return {3 * weights + 2 * diffusion, weights + diffusion};
}

}  // namespace dcrnn::bench
