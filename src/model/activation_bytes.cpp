// A count of the tensors that live at once: those of encoder_decoder.cpp and back_through_time.cpp,
// for one part of the batch on each thread. A test compares it with what they use.

#include "dcrnn/model/dcrnn.hpp"
#include "window_range.hpp"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

// In bytes for each row of a part.
struct Row {
    double units, inputs, outputs;  // features of a state, an encoder input, a forecast
    double layers, matrices, seq_len, horizon;
    ElementBytes bytes;

    double value(double count) const { return count * static_cast<double>(bytes.values); }
    double copy(double count) const { return count * static_cast<double>(bytes.copies); }

    double step() const { return layers * (copy(3 * units) + value(units)); }  // and its state
    double workspace() const { return copy((matrices + 4) * units) + value(3 * units); }
    double states() const { return copy(layers * matrices * units); }
    double forecasts() const { return value(horizon * outputs); }

    double training() const {
        const double history = (seq_len + horizon) * step() +
                               copy((seq_len * inputs + (horizon - 1) * outputs) * matrices);
        const double gradients = states() + value(layers * units);
        const double loss = 2 * forecasts();  // the forecasts' and their gradient
        return history + workspace() + states() + gradients + loss;
    }
    double evaluation() const {
        return 2 * step() + workspace() + states() + 2 * copy(inputs * matrices) + 2 * forecasts();
    }
};

}  // namespace

ActivationBytes activation_bytes(const NetworkSizes& sizes, std::int64_t seq_len,
                                 std::int64_t sensors, std::int64_t batch, torch::Device device,
                                 const ElementBytes& bytes) {
    const auto real = [](std::int64_t number) { return static_cast<double>(number); };
    const Row row{real(sizes.rnn_units),  real(sizes.input_width),
                  real(sizes.output_dim), real(sizes.num_rnn_layers),
                  real(sizes.matrices),   real(seq_len),
                  real(sizes.horizon),    bytes};
    const std::int64_t part = windows_per_part(batch, sensors, device);
    const double parts = std::min(std::ceil(real(batch) / real(part)), real(at::get_num_threads()));
    const double rows = parts * real(part) * real(sensors);
    const double weights = real(parameter_count(sizes));
    const double all_forecasts = real(batch) * real(sensors) * row.forecasts();
    const auto whole = [&](double held) {
        constexpr double most = 4e18;  // an int64 holds it, and nothing has as much memory
        return static_cast<std::int64_t>(std::min(most, held));
    };
    // weights: arranged for all; transposed and their gradient for each thread, and once more while
    // that is added up
    return {whole(rows * row.training() + row.copy(weights * (1 + parts)) +
                  row.value(weights * (parts + 1))),
            whole(rows * row.evaluation() + row.copy(weights) + all_forecasts)};
}

}  // namespace dcrnn
