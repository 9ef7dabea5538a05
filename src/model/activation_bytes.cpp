#include "dcrnn/model/dcrnn.hpp"

namespace dcrnn {

ActivationBytes activation_bytes(const NetworkSizes& sizes, std::int64_t seq_len,
                                 std::int64_t sensors, std::int64_t batch, SupportStorage,
                                 std::int64_t element_bytes) {
    const std::int64_t state = sensors * batch * sizes.rnn_units * element_bytes;
    const std::int64_t per_cell = 2 * sizes.matrices + 5;  // copies of h and r h; h, r, u, c, h'
    const std::int64_t cells = (seq_len + sizes.horizon) * sizes.num_rnn_layers;
    return {cells * per_cell * state,
            (3 * seq_len + sizes.num_rnn_layers * per_cell + sizes.matrices) * state};
}

}  // namespace dcrnn
