#pragma once
// The Diffusion Convolutional Recurrent Neural Network (Li et al., ICLR 2018, arXiv 1707.01926): an
// encoder and a decoder of DCGRU layers and a projection, with scheduled sampling in the decoder.
// This header is the whole interface that training sees; how the steps are computed may change
// behind it.

#include "dcrnn/config/options.hpp"
#include "dcrnn/graph/diffusion.hpp"

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

struct NetworkSizes {
    std::int64_t input_width = 2;  // features of one encoder input
    std::int64_t output_dim = 1;
    std::int64_t horizon = 12;
    std::int64_t rnn_units = 64;
    std::int64_t num_rnn_layers = 2;
    std::int64_t matrices = 5;  // Diffusion::matrices()
    bool use_gc_for_ru = true;
};

// Name and shape of a parameter, in the naming of the published PyTorch code, e.g.
// encoder_model.dcgru.layers.0._ru_weights [(inputs + units) * matrices, 2 * units]; the row of a
// gconv weight is feature * matrices + matrix, the features being the cell's inputs followed by its
// state.
struct ParameterSpec {
    std::string name;
    std::vector<std::int64_t> shape;
    std::int64_t offset = 0;  // in the flat parameter tensor
    std::int64_t numel = 0;
};

// All parameters in a fixed order, and their number.
std::vector<ParameterSpec> parameter_specs(const NetworkSizes& sizes);
std::int64_t parameter_count(const NetworkSizes& sizes);

// Fresh parameters as one flat tensor [parameter_count], float64, CPU: Xavier normal weights, gate
// biases 1, other biases 0, projection as torch::nn::Linear. A function of the seed alone.
torch::Tensor initial_parameters(const NetworkSizes& sizes, std::int64_t seed);

// What the decoder is fed: for step t > 0 its own forecast, or, where coins[t - 1] is 1, teacher[:,
// t - 1].
struct Teaching {
    torch::Tensor teacher;    // [batch, horizon, sensor, output_dim], scaled; undefined: never
    std::vector<char> coins;  // [horizon]; empty: never
};

// The gradient of the loss by the forecasts of some windows, first .. of the batch: both [window,
// horizon, sensor, output_dim]. Called from several threads at once.
using LossGradient =
    std::function<torch::Tensor(const torch::Tensor& forecasts, std::int64_t first)>;

// One call at a time: a call uses all of LibTorch's threads and the kernels made for them.
class Dcrnn {
public:
    // parameters: flat [parameter_count]; used in place, not copied, so an optimiser that alters it
    // alters the network.
    Dcrnn(const NetworkSizes& sizes, Diffusion diffusion, torch::Tensor parameters);

    // inputs [batch, seq_len, sensor, input_width], scaled -> forecasts [batch, horizon, sensor,
    // output_dim], scaled. A batch of 0 gives a forecast of 0 windows.
    torch::Tensor forward(const torch::Tensor& inputs, const Teaching& teaching) const;

    // Adds the gradient of a loss, a sum over windows, to `gradient` [parameter_count]. The windows
    // are computed in parts, each forward and then backward, so that no more than a part on each
    // thread needs memory.
    void add_gradient(const torch::Tensor& inputs, const Teaching& teaching,
                      const LossGradient& loss, const torch::Tensor& gradient) const;

    const NetworkSizes& sizes() const { return sizes_; }
    const torch::Tensor& parameters() const { return parameters_; }

private:
    template <class Work>
    void for_each_share(std::int64_t windows, const Work& work) const;

    NetworkSizes sizes_;
    Diffusion diffusion_;
    std::unique_ptr<std::vector<MatrixProduct>> products_;  // by thread: their kernels are kept
    torch::Tensor parameters_;
};

// Bytes that add_gradient needs at its peak for a batch of this size on one rank with LibTorch's
// threads as they are set, beyond the batch, parameters and supports; and that forward needs, its
// forecasts included.
struct ActivationBytes {
    std::int64_t training = 0, evaluation = 0;
};
struct ElementBytes {
    std::int64_t values = 4, copies = 4;  // of inputs, states and sums; of what products read
};
ActivationBytes activation_bytes(const NetworkSizes& sizes, std::int64_t seq_len,
                                 std::int64_t sensors, std::int64_t batch, torch::Device device,
                                 const ElementBytes& bytes);

}  // namespace dcrnn
