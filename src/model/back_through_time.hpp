#pragma once
// Backward through the encoder-decoder. A state is read by the layer above at the same time and by
// its own layer at the next; both have added to the gradient of its copies when its turn comes, so
// that it is collected (diffused back) once. The copies themselves are made again from the states
// of the history: reading them from memory would cost as much.

#include "dcgru_cell_gradient.hpp"
#include "encoder_decoder.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

// The gradient of all weights, as it adds up over parts of a batch.
struct NetworkGradient {
    std::vector<DcgruCellGradient> encoder, decoder;
    torch::Tensor projection, projection_bias;

    explicit NetworkGradient(const NetworkWeights& weights);
    NetworkWeights of_weights() const;
};

class BackThroughTime {
public:
    // Keeps references. forward: with the whole history of what it computed last; its workspace and
    // copies are used.
    BackThroughTime(const Network& network, MatrixProduct& product, const EncoderDecoder& forward,
                    const Teaching& teaching, NetworkGradient& gradient);

    // of_forecasts: the gradient of what forward returned.
    void run(const torch::Tensor& of_forecasts);

private:
    torch::Tensor whole_gradient(const torch::Tensor& of_forecast);
    void project_back(const torch::Tensor& of_forecast);
    void layers_back(std::vector<DcgruCellGradient>& cells);
    void cell_back(DcgruCellGradient& cell, std::size_t layer);
    torch::Tensor diffused_again(std::size_t layer, const torch::Tensor& state);
    std::int64_t decoder_step() const { return time_ - forward_.seq_len(); }  // negative: encoder

    const Network& network_;
    MatrixProduct& product_;
    const EncoderDecoder& forward_;
    const Teaching& teaching_;
    NetworkGradient& gradient_;
    std::int64_t time_;
    std::vector<torch::Tensor> of_copies_;  // by layer, of the newest state, to be collected
    std::vector<torch::Tensor> direct_;     // by layer, the part that needs no collecting
    std::vector<Write> to_copies_;          // by layer: fresh where of_copies_ holds nothing yet
    torch::Tensor of_input_;  // of the copies that the decoder was fed; undefined: none
};

}  // namespace dcrnn
