#include "back_through_time.hpp"

#include "copies.hpp"

#include <ATen/ATen.h>

namespace dcrnn {
namespace {

std::vector<DcgruCellGradient> make_gradients(const std::vector<CellWeights>& weights) {
    return {weights.begin(), weights.end()};
}

std::vector<CellWeights> of_cells(const std::vector<DcgruCellGradient>& gradients) {
    std::vector<CellWeights> weights;
    for (const DcgruCellGradient& gradient : gradients) weights.push_back(gradient.of_weights());
    return weights;
}

}  // namespace

NetworkGradient::NetworkGradient(const NetworkWeights& weights)
    : encoder(make_gradients(weights.encoder)),
      decoder(make_gradients(weights.decoder)),
      projection(at::zeros_like(weights.projection)),
      projection_bias(at::zeros_like(weights.projection_bias)) {}

NetworkWeights NetworkGradient::of_weights() const {
    return {of_cells(encoder), of_cells(decoder), projection, projection_bias};
}

BackThroughTime::BackThroughTime(const Network& network, MatrixProduct& product,
                                 const EncoderDecoder& forward, const Teaching& teaching,
                                 NetworkGradient& gradient)
    : network_(network),
      product_(product),
      forward_(forward),
      teaching_(teaching),
      gradient_(gradient),
      time_(forward.time_steps() - 1),
      to_copies_(forward.copies().size(), Write::fresh) {
    for (const at::Tensor& copies : forward.copies()) {
        of_copies_.push_back(at::empty_like(copies));
        direct_.push_back(
            at::zeros(forward.workspace().signal.sizes(), network.weights.projection.options()));
    }
}

void BackThroughTime::run(const at::Tensor& of_forecasts) {
    for (; decoder_step() >= 0; --time_) {
        project_back(whole_gradient(of_forecasts[decoder_step()]));
        layers_back(gradient_.decoder);
    }
    for (; time_ >= 0; --time_) layers_back(gradient_.encoder);
}

// The forecast's own gradient and, where it was fed to the decoder, that of the input.
at::Tensor BackThroughTime::whole_gradient(const at::Tensor& of_forecast) {
    if (!of_input_.defined()) return of_forecast;
    network_.diffusion.collect(of_input_, product_);
    const at::Tensor whole = of_forecast + signal_of(of_input_);
    of_input_.reset();
    return whole;
}

// The gradient of the projection, and its part of the highest state's.
void BackThroughTime::project_back(const at::Tensor& of_forecast) {
    const at::Tensor& state = forward_.at_time(time_).cells.back().state;
    product_(of_forecast.t(), state, gradient_.projection, Write::add);
    gradient_.projection_bias.add_(of_forecast.sum(0));
    product_(of_forecast, network_.weights.projection, direct_.back(), Write::add);
}

void BackThroughTime::layers_back(std::vector<DcgruCellGradient>& cells) {
    for (std::size_t layer = cells.size(); layer-- > 0;) {
        if (to_copies_[layer] == Write::add) {
            network_.diffusion.collect(of_copies_[layer], product_);
        } else {
            signal_of(of_copies_[layer]).zero_();
        }
        cell_back(cells[layer], layer);
    }
}

at::Tensor BackThroughTime::diffused_again(std::size_t layer, const at::Tensor& state) {
    const at::Tensor& copies = forward_.copies()[layer];
    signal_of(copies).copy_(state);
    network_.diffusion.diffuse(copies, product_);
    return copies;
}

void BackThroughTime::cell_back(DcgruCellGradient& cell, std::size_t layer) {
    const TimeStep& now = forward_.at_time(time_);
    CellHistory history;
    history.activations = now.cells[layer].activations;
    history.input = layer > 0 ? forward_.copies()[layer - 1] : now.input;
    CellGradients gradients;
    gradients.new_state = signal_of(of_copies_[layer]);
    gradients.direct = direct_[layer];
    if (time_ > 0) {
        history.old_state = forward_.at_time(time_ - 1).cells[layer].state;
        history.copies = diffused_again(layer, history.old_state);
        gradients.copies = of_copies_[layer];
    }
    if (layer > 0) {
        gradients.input = of_copies_[layer - 1];
        gradients.input_write = to_copies_[layer - 1];
        to_copies_[layer - 1] = Write::add;
    } else if (decoder_step() > 0 && !taught(teaching_, decoder_step())) {
        of_input_ = at::empty_like(now.input);
        gradients.input = of_input_;
    }
    cell.step(history, gradients, network_.diffusion, product_, forward_.workspace());
    to_copies_[layer] = Write::add;
}

}  // namespace dcrnn
