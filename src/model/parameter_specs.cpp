#include "dcrnn/model/dcrnn.hpp"

#include <fmt/format.h>

namespace dcrnn {

namespace {

class SpecList {
public:
    void add(std::string name, std::vector<std::int64_t> shape) {
        std::int64_t numel = 1;
        for (const std::int64_t size : shape) numel *= size;
        specs_.push_back({std::move(name), std::move(shape), offset_, numel});
        offset_ += numel;
    }

    void add_layers(const std::string& model, std::int64_t input_width, const NetworkSizes& sizes) {
        const std::int64_t units = sizes.rnn_units;
        for (std::int64_t layer = 0; layer < sizes.num_rnn_layers; ++layer) {
            const std::int64_t features = (layer == 0 ? input_width : units) + units;
            const std::int64_t gate_rows =
                sizes.use_gc_for_ru ? features * sizes.matrices : features;
            const std::string prefix = fmt::format("{}.dcgru.layers.{}.", model, layer);
            add(prefix + "_ru_weights", {gate_rows, 2 * units});
            add(prefix + "_ru_biases", {2 * units});
            add(prefix + "_gconv_weights", {features * sizes.matrices, units});
            add(prefix + "_gconv_biases", {units});
        }
    }

    std::vector<ParameterSpec> take() { return std::move(specs_); }

private:
    std::vector<ParameterSpec> specs_;
    std::int64_t offset_ = 0;
};

}  // namespace

std::vector<ParameterSpec> parameter_specs(const NetworkSizes& sizes) {
    SpecList list;
    list.add_layers("encoder_model", sizes.input_width, sizes);
    list.add_layers("decoder_model", sizes.output_dim, sizes);
    list.add("decoder_model.projection_layer.weight", {sizes.output_dim, sizes.rnn_units});
    list.add("decoder_model.projection_layer.bias", {sizes.output_dim});
    return list.take();
}

std::int64_t parameter_count(const NetworkSizes& sizes) {
    const ParameterSpec last = parameter_specs(sizes).back();
    return last.offset + last.numel;
}

}  // namespace dcrnn
