#include "dcrnn/model/dcrnn.hpp"

#include "dcgru_cell.hpp"
#include "diffused.hpp"

#include <ATen/ATen.h>

#include <cassert>
#include <utility>

namespace dcrnn {

namespace {

constexpr std::size_t kTensorsPerCell = 4;

// The published tensors, as views of the flat one; one split, so that the gradient of the flat
// tensor is put together once.
std::vector<at::Tensor> views_of(const at::Tensor& flat, const std::vector<ParameterSpec>& specs) {
    std::vector<std::int64_t> numels;
    for (const ParameterSpec& spec : specs) numels.push_back(spec.numel);
    std::vector<at::Tensor> views = flat.split_with_sizes(numels);
    for (std::size_t i = 0; i < specs.size(); ++i) views[i] = views[i].view(specs[i].shape);
    return views;
}

// The encoder and the decoder: layers of cells and the state of each.
class Layers {
public:
    Layers(const NetworkSizes& sizes, const Diffusion& diffusion, std::int64_t inputs,
           const at::Tensor* published)
        : diffusion_(diffusion), gates_diffuse_(sizes.use_gc_for_ru) {
        for (std::int64_t layer = 0; layer < sizes.num_rnn_layers; ++layer) {
            cells_.emplace_back(sizes, layer == 0 ? inputs : sizes.rnn_units, published);
            published += kTensorsPerCell;
        }
    }

    const DcgruCell& lowest() const { return cells_.front(); }

    // One time step: from the input's terms to the new state of the highest layer, [rows, units].
    const at::Tensor& step(InputTerms terms, std::vector<Diffused>& states, bool last) const {
        for (std::size_t layer = 0; layer < cells_.size(); ++layer) {
            const bool highest = layer + 1 == cells_.size();
            const at::Tensor state = cells_[layer].step(diffusion_, terms, states[layer]);
            // read by the layer above in this step and by the gates of this one in the next
            const bool read = !highest || (gates_diffuse_ && !last);
            states[layer] = read ? diffuse(diffusion_, state) : Diffused{state, {}};
            if (!highest) terms = cells_[layer + 1].input_terms(states[layer]);
        }
        return states.back().signal;
    }

private:
    const Diffusion& diffusion_;
    bool gates_diffuse_;
    std::vector<DcgruCell> cells_;
};

// The inputs of all time steps, diffused at once; each [sensor * batch, feature].
std::vector<Diffused> diffused_inputs(const Diffusion& diffusion, const at::Tensor& inputs) {
    const std::int64_t batch = inputs.size(0), steps = inputs.size(1), sensors = inputs.size(2);
    const at::Tensor signal =
        inputs.permute({2, 1, 0, 3}).reshape({sensors * steps * batch, inputs.size(3)});
    const Diffused all = diffuse(diffusion, signal);
    const auto each_step = [&](const at::Tensor& rows) {
        return rows.view({sensors, steps, batch, rows.size(1)})
            .transpose(0, 1)
            .reshape({steps, sensors * batch, rows.size(1)})
            .unbind();
    };
    const auto signals = each_step(all.signal), copies = each_step(all.copies);
    std::vector<Diffused> result;
    for (std::size_t step = 0; step < signals.size(); ++step) {
        result.push_back({signals[step], copies[step]});
    }
    return result;
}

}  // namespace

Dcrnn::Dcrnn(const NetworkSizes& sizes, Diffusion diffusion, torch::Tensor parameters)
    : sizes_(sizes),
      diffusion_(std::move(diffusion)),
      parameters_(std::move(parameters)),
      specs_(parameter_specs(sizes)) {
    assert(sizes_.matrices == diffusion_.matrices());
    assert(parameters_.dim() == 1 && parameters_.numel() == parameter_count(sizes_));
}

torch::Tensor Dcrnn::forward(const torch::Tensor& inputs, const Teaching& teaching) const {
    assert(inputs.dim() == 4 && inputs.size(2) == diffusion_.sensors());
    assert(inputs.size(3) == sizes_.input_width);
    const std::vector<at::Tensor> tensors = views_of(parameters_, specs_);
    const auto layer_count = static_cast<std::size_t>(sizes_.num_rnn_layers);
    const at::Tensor* decoder_tensors = tensors.data() + kTensorsPerCell * layer_count;
    const at::Tensor &weight = tensors[tensors.size() - 2], &bias = tensors.back();

    std::vector<Diffused> states(layer_count);
    const Layers encoder(sizes_, diffusion_, sizes_.input_width, tensors.data());
    for (const Diffused& input : diffused_inputs(diffusion_, inputs)) {
        encoder.step(encoder.lowest().input_terms(input), states, false);
    }

    const Layers decoder(sizes_, diffusion_, sizes_.output_dim, decoder_tensors);
    const auto fed = [&](std::int64_t step, const at::Tensor& forecast) {
        const auto previous = static_cast<std::size_t>(step - 1);
        if (teaching.coins.empty() || teaching.coins[previous] == 0) return forecast;
        return teaching.teacher.select(1, step - 1).transpose(0, 1).reshape(forecast.sizes());
    };
    std::vector<at::Tensor> forecasts;  // each [sensor * batch, output_dim]
    for (std::int64_t step = 0; step < sizes_.horizon; ++step) {
        InputTerms terms =
            step == 0
                ? decoder.lowest().zero_input_terms()
                : decoder.lowest().input_terms(diffuse(diffusion_, fed(step, forecasts.back())));
        const at::Tensor& state =
            decoder.step(std::move(terms), states, step + 1 == sizes_.horizon);
        forecasts.push_back(at::addmm(bias, state, weight.t()));
    }
    return at::stack(forecasts)
        .view({sizes_.horizon, inputs.size(2), inputs.size(0), sizes_.output_dim})
        .permute({2, 0, 1, 3})
        .contiguous();
}

}  // namespace dcrnn
