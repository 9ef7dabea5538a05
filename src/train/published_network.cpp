#include "dcrnn/train/published_network.hpp"

#include "dcrnn/error.hpp"

#include <ATen/ops/empty.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

namespace dcrnn {
namespace {

constexpr std::string_view kEncoder = "encoder_model.", kDecoder = "decoder_model.";
constexpr std::int64_t kMostLayers = 100;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
    throw Error(ErrorKind::data, fmt::format("'{}' holds no DCRNN", path), reason,
                "give the checkpoint of one, such as epo45.tar of the PyTorch version");
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

bool take(std::string_view& text, std::string_view start) {
    if (text.substr(0, start.size()) != start) return false;
    text.remove_prefix(start.size());
    return true;
}

// What the weights of a layer are called here, by what they are called there and their shape.
std::optional<std::string> part_name(std::string_view part, const PyTorchTensor& tensor,
                                     std::int64_t units) {
    for (const std::string_view own :
         {"_ru_weights", "_ru_biases", "_gconv_weights", "_gconv_biases"})
        if (part == own) return std::string(own);
    const bool convolved = take(part, "gconv_");
    if (!convolved && !take(part, "fc_")) return std::nullopt;
    const std::size_t axes = part.substr(0, 7) == "weight_" ? 2 : 1;
    if (axes == 1 && part.substr(0, 7) != "biases_") return std::nullopt;
    if (tensor.shape.size() != axes) return std::nullopt;
    const bool gates = tensor.shape.back() == 2 * units;
    if (!gates && tensor.shape.back() != units) return std::nullopt;
    return fmt::format("_{}_{}", gates ? "ru" : "gconv", axes == 2 ? "weights" : "biases");
}

class NamedWeights {
public:
    explicit NamedWeights(const PyTorchArchive& archive) : archive_(archive) {
        find_group();
        const PyTorchTensor& projection = projection_weight();
        sizes_.output_dim = projection.shape[0];
        sizes_.rnn_units = projection.shape[1];
        for (const PyTorchTensor& tensor : archive.tensors)
            if (tensor.group == group_) add(tensor);
        measure();
    }

    const std::string& group() const { return group_; }
    const NetworkSizes& sizes() const { return sizes_; }

    const PyTorchTensor& at(const std::string& own_name) const {
        const auto place = weights_.find(own_name);
        if (place == weights_.end())
            refuse(archive_.path, fmt::format("the weight '{}' of a network with {} layer(s) of {} "
                                              "units is missing",
                                              own_name, sizes_.num_rnn_layers, sizes_.rnn_units));
        return *place->second;
    }

private:
    // The dictionary in which an encoder stands, and what stands before its name.
    void find_group() {
        const PyTorchTensor* first = nullptr;
        for (const PyTorchTensor& tensor : archive_.tensors) {
            const std::size_t at = tensor.name.find(kEncoder);
            if (at == std::string::npos) continue;
            if (first != nullptr && tensor.group != group_)
                refuse(archive_.path, fmt::format("it holds two networks, in '{}' and in '{}'",
                                                  group_, tensor.group));
            if (first != nullptr) continue;
            first = &tensor;
            group_ = tensor.group;
            prefix_ = tensor.name.substr(0, at);
        }
        if (first != nullptr) return;
        std::string names;
        for (std::size_t i = 0; i < std::min<std::size_t>(5, archive_.tensors.size()); ++i)
            names += (i > 0 ? ", " : "") + archive_.tensors[i].name;
        refuse(archive_.path,
               archive_.tensors.empty()
                   ? "there is no tensor in it"
                   : fmt::format("no weight in it begins with {}dcgru_layers.0; it holds {}, ...",
                                 kEncoder, names));
    }

    const PyTorchTensor& projection_weight() const {
        const std::string name = prefix_ + std::string(kDecoder) + "projection_layer.weight";
        for (const PyTorchTensor& tensor : archive_.tensors)
            if (tensor.group == group_ && tensor.name == name) {
                if (tensor.shape.size() != 2 || tensor.shape[0] < 1 || tensor.shape[1] < 1)
                    refuse_shape(tensor);
                return tensor;
            }
        refuse(archive_.path, fmt::format("the weight '{}' is missing", name));
    }

    [[noreturn]] void refuse_shape(const PyTorchTensor& tensor) const {
        refuse(archive_.path, fmt::format("the weight '{}' has the shape {}", tensor.name,
                                          shape_text(tensor.shape)));
    }

    void add(const PyTorchTensor& tensor) {
        const auto name = own_name(tensor);
        if (!name)
            refuse(archive_.path, fmt::format("no DCRNN has a weight '{}' of shape {}", tensor.name,
                                              shape_text(tensor.shape)));
        if (!weights_.emplace(*name, &tensor).second)
            refuse(archive_.path, fmt::format("the weight '{}' is there twice", tensor.name));
        for (const double value : tensor.values)
            if (!std::isfinite(value))
                refuse(archive_.path,
                       fmt::format("the weight '{}' holds a {}", tensor.name, value));
    }

    std::optional<std::string> own_name(const PyTorchTensor& tensor) {
        std::string_view rest = tensor.name;
        if (!take(rest, prefix_)) return std::nullopt;
        const bool encoder = take(rest, kEncoder);
        if (!encoder && !take(rest, kDecoder)) return std::nullopt;
        if (!encoder && (rest == "projection_layer.weight" || rest == "projection_layer.bias"))
            return fmt::format("{}{}", kDecoder, rest);
        if (!take(rest, "dcgru_layers.") && !take(rest, "dcgru.layers.")) return std::nullopt;
        std::int64_t layer = -1;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        if (error != std::errc() || layer < 0 || layer >= kMostLayers || !take(rest, "."))
            return std::nullopt;
        const auto part = part_name(rest, tensor, sizes_.rnn_units);
        if (!part) return std::nullopt;
        if (rest.substr(0, 3) == "fc_")
            refuse(archive_.path,
                   fmt::format("its gates have plain weights ('{}'), through which the published "
                               "code computes another function than the paper",
                               tensor.name));
        layers_ = std::max(layers_, layer + 1);
        return fmt::format("{}dcgru.layers.{}.{}", encoder ? kEncoder : kDecoder, layer, *part);
    }

    // Rows of a convolution: (inputs + units) * matrices.
    void measure() {
        sizes_.num_rnn_layers = layers_;
        const PyTorchTensor& decoder = at("decoder_model.dcgru.layers.0._gconv_weights");
        const PyTorchTensor& encoder = at("encoder_model.dcgru.layers.0._gconv_weights");
        for (const PyTorchTensor* weights : {&decoder, &encoder})
            if (weights->shape.size() != 2) refuse_shape(*weights);
        const std::int64_t features = sizes_.output_dim + sizes_.rnn_units;
        sizes_.matrices = decoder.shape[0] / features;
        if (sizes_.matrices < 1 || decoder.shape[0] % features != 0) refuse_shape(decoder);
        sizes_.input_width = encoder.shape[0] / sizes_.matrices - sizes_.rnn_units;
        if (sizes_.input_width < 1 || encoder.shape[0] % sizes_.matrices != 0)
            refuse_shape(encoder);
    }

    const PyTorchArchive& archive_;
    std::string group_, prefix_;
    std::int64_t layers_ = 0;
    NetworkSizes sizes_;
    std::map<std::string, const PyTorchTensor*> weights_;  // by their names here
};

}  // namespace

PublishedNetwork read_published_network(const PyTorchArchive& archive) {
    const NamedWeights weights(archive);
    PublishedNetwork network;
    network.sizes = weights.sizes();
    network.group = weights.group();
    const auto specs = parameter_specs(network.sizes);
    network.parameters = at::empty({parameter_count(network.sizes)}, torch::kFloat64);
    auto* values = network.parameters.data_ptr<double>();
    for (const ParameterSpec& spec : specs) {
        const PyTorchTensor& tensor = weights.at(spec.name);
        if (tensor.shape != spec.shape)
            refuse(archive.path,
                   fmt::format("the weight '{}' has the shape {}, and {} would fit the "
                               "others",
                               tensor.name, shape_text(tensor.shape), shape_text(spec.shape)));
        std::copy(tensor.values.begin(), tensor.values.end(), values + spec.offset);
    }
    return network;
}

std::string published_name(const ParameterSpec& parameter) {
    std::string name = parameter.name;
    const std::size_t layers = name.find("dcgru.layers.");
    if (layers == std::string::npos) return name;
    name.replace(layers, 13, "dcgru_layers.");
    name.resize(name.rfind('.') + 1);
    return parameter.shape.size() == 2 ? fmt::format("{}gconv_weight_({}, {})", name,
                                                     parameter.shape[0], parameter.shape[1])
                                       : fmt::format("{}gconv_biases_{}", name, parameter.shape[0]);
}

}  // namespace dcrnn
