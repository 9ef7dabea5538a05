#include "network_weights.hpp"

#include <ATen/ATen.h>

namespace dcrnn {
namespace {

constexpr std::size_t kTensorsPerCell = 4;  // of gates weights and biases, of candidate likewise

// The published tensors as views of a flat one.
std::vector<at::Tensor> published_tensors(const at::Tensor& flat, const NetworkSizes& sizes) {
    const std::vector<ParameterSpec> specs = parameter_specs(sizes);
    std::vector<at::Tensor> views;
    views.reserve(specs.size());
    for (const ParameterSpec& spec : specs)
        views.push_back(flat.narrow(0, spec.offset, spec.numel).view(spec.shape));
    return views;
}

// [features * matrices, outputs] -> [features, matrices, outputs]; gates without diffusion read the
// identity alone.
at::Tensor by_feature(const at::Tensor& published, std::int64_t features, std::int64_t matrices) {
    const std::int64_t outputs = published.size(1);
    if (published.size(0) == features * matrices)
        return published.view({features, matrices, outputs});
    at::Tensor all = at::zeros({features, matrices, outputs}, published.options());
    all.select(1, 0).copy_(published);
    return all;
}

// Some features' rows as copies lie: [matrices * count, outputs].
at::Tensor rows_of(const at::Tensor& weights, std::int64_t first, std::int64_t count) {
    return weights.narrow(0, first, count).transpose(0, 1).reshape({-1, weights.size(2)});
}

CellWeights arrange_cell(const at::Tensor* published, const NetworkSizes& sizes,
                         std::int64_t inputs, torch::Dtype copies) {
    const std::int64_t units = sizes.rnn_units, features = inputs + units;
    const at::Tensor gates = by_feature(published[0], features, sizes.matrices);
    const at::Tensor candidate = by_feature(published[2], features, sizes.matrices);
    return {rows_of(at::cat({gates, candidate}, 2), 0, inputs).to(copies),
            rows_of(gates, inputs, units).to(copies), rows_of(candidate, inputs, units).to(copies),
            at::cat({published[1], published[3]})};
}

// The inverse of rows_of, for all features: [features, matrices, outputs].
at::Tensor from_rows(const at::Tensor& input, const at::Tensor& state, std::int64_t matrices) {
    const auto by_matrix = [&](const at::Tensor& rows) {
        return rows.reshape({matrices, rows.size(0) / matrices, rows.size(1)});
    };
    return at::cat({by_matrix(input), by_matrix(state)}, 1).transpose(0, 1);
}

void add_published_cell(const CellWeights& gradient, const NetworkSizes& sizes,
                        at::Tensor* published) {
    const std::int64_t units = sizes.rnn_units;
    const auto of_input = gradient.input.split_with_sizes({2 * units, units}, 1);
    const at::Tensor gates = from_rows(of_input[0], gradient.gates, sizes.matrices);
    const at::Tensor candidate = from_rows(of_input[1], gradient.candidate, sizes.matrices);
    published[0].add_(sizes.use_gc_for_ru ? gates.flatten(0, 1) : gates.select(1, 0));
    published[1].add_(gradient.bias.narrow(0, 0, 2 * units));
    published[2].add_(candidate.flatten(0, 1));
    published[3].add_(gradient.bias.narrow(0, 2 * units, units));
}

}  // namespace

NetworkWeights arrange(const torch::Tensor& parameters, const NetworkSizes& sizes,
                       torch::Dtype copies) {
    const auto tensors = published_tensors(parameters, sizes);
    const at::Tensor* next = tensors.data();
    NetworkWeights weights;
    for (auto [cells, inputs] : {std::pair{&weights.encoder, sizes.input_width},
                                 std::pair{&weights.decoder, sizes.output_dim}}) {
        for (std::int64_t layer = 0; layer < sizes.num_rnn_layers; ++layer) {
            cells->push_back(
                arrange_cell(next, sizes, layer == 0 ? inputs : sizes.rnn_units, copies));
            next += kTensorsPerCell;
        }
    }
    weights.projection = next[0];
    weights.projection_bias = next[1];
    return weights;
}

void add_published(const NetworkWeights& gradient, const NetworkSizes& sizes,
                   const torch::Tensor& flat) {
    auto tensors = published_tensors(flat, sizes);
    at::Tensor* next = tensors.data();
    for (const auto* cells : {&gradient.encoder, &gradient.decoder}) {
        for (const CellWeights& cell : *cells) {
            add_published_cell(cell, sizes, next);
            next += kTensorsPerCell;
        }
    }
    next[0].add_(gradient.projection);
    next[1].add_(gradient.projection_bias);
}

torch::Tensor by_output(const torch::Tensor& candidate) {
    const std::int64_t units = candidate.size(1);
    return candidate.view({-1, units, units}).permute({1, 0, 2}).reshape({units, -1});
}

torch::Tensor by_input(const torch::Tensor& candidate) {
    const std::int64_t units = candidate.size(0);
    return candidate.view({units, -1, units}).transpose(0, 1).reshape({-1, units});
}

}  // namespace dcrnn
