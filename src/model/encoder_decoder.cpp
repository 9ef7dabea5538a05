#include "encoder_decoder.hpp"

#include "copies.hpp"

#include <ATen/ATen.h>

#include <utility>

namespace dcrnn {

bool taught(const Teaching& teaching, std::int64_t step) {
    return !teaching.coins.empty() && teaching.coins[static_cast<std::size_t>(step - 1)] != 0;
}

EncoderDecoder::EncoderDecoder(const Network& network, MatrixProduct& product, std::int64_t windows,
                               std::int64_t seq_len, History history)
    : network_(network), product_(product), seq_len_(seq_len) {
    const NetworkSizes& sizes = network.sizes;
    const std::int64_t units = sizes.rnn_units, sensors = network.diffusion.sensors();
    const auto values = network.weights.projection.options();
    const auto copies = values.dtype(network.diffusion.dtype());
    const std::int64_t rows = windows * sensors;
    workspace_ = {at::empty({windows, sensors, sizes.matrices, units}, copies),
                  at::empty({rows, 3 * units}, values), at::empty({rows, 3 * units}, copies),
                  at::empty({rows, units}, copies)};
    steps_.resize(history == History::whole ? static_cast<std::size_t>(time_steps()) : 2);
    for (std::int64_t layer = 0; layer < sizes.num_rnn_layers; ++layer) {
        copies_.push_back(at::empty_like(workspace_.copies));
        for (TimeStep& step : steps_)
            step.cells.push_back(
                {at::empty({rows, 3 * units}, copies), at::empty({rows, units}, values)});
    }
    encoder_ = make_cells(network.weights.encoder, product);
    decoder_ = make_cells(network.weights.decoder, product);
}

std::vector<DcgruCell> EncoderDecoder::make_cells(const std::vector<CellWeights>& weights,
                                                  MatrixProduct& product) const {
    std::vector<DcgruCell> cells;
    for (const CellWeights& cell : weights)
        cells.emplace_back(cell, network_.diffusion, product, workspace_);
    return cells;
}

// values [window, sensor, feature] -> their copies
at::Tensor EncoderDecoder::diffused(const at::Tensor& values) const {
    at::Tensor copies =
        at::empty({values.size(0), values.size(1), network_.sizes.matrices, values.size(2)},
                  values.options().dtype(network_.diffusion.dtype()));
    copies.select(2, 0).copy_(values);
    network_.diffusion.diffuse(copies, product_);
    return copies;
}

// One time step through all layers. The first one starts from states of zero.
void EncoderDecoder::advance(const std::vector<DcgruCell>& cells, std::int64_t time,
                             at::Tensor input, Reader reader) {
    TimeStep& step = steps_[place(time)];
    step.input = std::move(input);
    at::Tensor below = step.input;
    for (std::size_t layer = 0; layer < cells.size(); ++layer) {
        const at::Tensor old = time > 0 ? at_time(time - 1).cells[layer].state : at::Tensor();
        cells[layer].forward(below, old, copies_[layer], step.cells[layer]);
        if (layer + 1 < cells.size() || reader == Reader::next_step)
            network_.diffusion.diffuse(copies_[layer], product_);
        below = copies_[layer];
    }
}

at::Tensor EncoderDecoder::project(const at::Tensor& state) const {
    const NetworkWeights& weights = network_.weights;
    at::Tensor forecast = at::empty({state.size(0), network_.sizes.output_dim}, state.options());
    product_(state, weights.projection.t(), forecast, Write::fresh);
    return forecast.add_(weights.projection_bias);
}

torch::Tensor EncoderDecoder::forward(const torch::Tensor& inputs, const Teaching& teaching) {
    const NetworkSizes& sizes = network_.sizes;
    for (std::int64_t time = 0; time < seq_len_; ++time)
        advance(encoder_, time, diffused(inputs.select(1, time)), Reader::next_step);
    std::vector<at::Tensor> forecasts;
    for (std::int64_t step = 0; step < sizes.horizon; ++step) {
        at::Tensor input;
        if (step > 0)
            input = diffused(
                taught(teaching, step)
                    ? teaching.teacher.select(1, step - 1)
                    : forecasts.back().view({inputs.size(0), inputs.size(2), sizes.output_dim}));
        const bool last = step + 1 == sizes.horizon;
        advance(decoder_, seq_len_ + step, input, last ? Reader::none : Reader::next_step);
        forecasts.push_back(project(at_time(seq_len_ + step).cells.back().state));
    }
    return at::stack(forecasts);
}

}  // namespace dcrnn
