#include "dcrnn/graph/supports.hpp"

#include <utility>
#include <vector>

namespace dcrnn {
namespace {

torch::Tensor inverse_or_zero(const torch::Tensor& degrees) {
    return torch::where(degrees > 0, degrees.reciprocal(), torch::zeros_like(degrees));
}

void reverse_values_of_rows(torch::Tensor& matrix) {
    auto rows = matrix.accessor<double, 2>();
    std::vector<double*> nonzeros;
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        nonzeros.clear();
        for (std::int64_t j = 0; j < rows.size(1); ++j) {
            if (rows[i][j] != 0) nonzeros.push_back(&rows[i][j]);
        }
        for (std::size_t left = 0, right = nonzeros.size(); left + 1 < right; ++left) {
            std::swap(*nonzeros[left], *nonzeros[--right]);
        }
    }
}

torch::Tensor random_walk_transposed(const torch::Tensor& weights, SupportVariant variant) {
    torch::Tensor walk = inverse_or_zero(weights.sum(1)).unsqueeze(1) * weights;
    if (variant == SupportVariant::pytorch_port) reverse_values_of_rows(walk);
    return walk.t().contiguous();
}

torch::Tensor scaled_laplacian(const torch::Tensor& weights) {
    const torch::Tensor symmetric = torch::maximum(weights, weights.t());
    const torch::Tensor scale = inverse_or_zero(symmetric.sum(1)).sqrt();
    const torch::Tensor identity = torch::eye(weights.size(0), weights.options());
    const torch::Tensor laplacian = identity - scale.unsqueeze(1) * symmetric * scale.unsqueeze(0);
    // Without any road between two sensors the Laplacian is 0, and so is its largest eigenvalue up
    // to rounding.
    const double largest = torch::linalg_eigvalsh(laplacian).max().item<double>();
    return largest < 1e-12 ? -identity : laplacian * (2 / largest) - identity;
}

}  // namespace

std::vector<torch::Tensor> make_supports(const torch::Tensor& weights, FilterType filter_type,
                                         SupportVariant variant) {
    const torch::Tensor matrix = weights.to(torch::kCPU, torch::kFloat64).contiguous();
    switch (filter_type) {
        case FilterType::laplacian:
            return {scaled_laplacian(matrix)};
        case FilterType::random_walk:
            return {random_walk_transposed(matrix, variant)};
        case FilterType::dual_random_walk:
            break;
    }
    return {random_walk_transposed(matrix, variant),
            random_walk_transposed(matrix.t().contiguous(), variant)};
}

}  // namespace dcrnn
