// The diffusion against explicit loops on a small directed graph, its gradient against central
// differences, and sparse against dense storage.
#include "dcrnn/graph/diffusion.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <array>
#include <string>
#include <vector>

namespace {

using dcrnn::Diffusion;
using dcrnn::DiffusionForm;
using dcrnn::SupportStorage;
using Matrix = std::vector<std::vector<double>>;

constexpr std::array<DiffusionForm, 3> kForms{DiffusionForm::chebyshev, DiffusionForm::released,
                                              DiffusionForm::powers};
constexpr std::array<SupportStorage, 2> kStorages{SupportStorage::sparse, SupportStorage::dense};

torch::Tensor tensor(const Matrix& matrix) {
    const auto rows = static_cast<std::int64_t>(matrix.size());
    const auto columns = static_cast<std::int64_t>(matrix[0].size());
    torch::Tensor result = torch::empty({rows, columns}, torch::kFloat64);
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            result.index_put_({torch::tensor(i), torch::tensor(j)},
                              matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
        }
    }
    return result;
}

// Seeded, about a fifth of the entries not zero.
torch::Tensor random_support(std::int64_t sensors, std::uint64_t seed) {
    torch::manual_seed(seed);
    const auto values = torch::rand({sensors, sensors}, torch::kFloat64);
    return torch::where(torch::rand_like(values) < 0.2, values, torch::zeros_like(values));
}

Matrix multiply(const Matrix& a, const Matrix& b) {
    Matrix result(a.size(), std::vector<double>(b[0].size(), 0.0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b[0].size(); ++j) {
            for (std::size_t k = 0; k < b.size(); ++k) result[i][j] += a[i][k] * b[k][j];
        }
    }
    return result;
}

Matrix twice_less(const Matrix& a, const Matrix& b) {
    Matrix result = a;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < a[0].size(); ++j) result[i][j] = 2 * a[i][j] - b[i][j];
    }
    return result;
}

// The loops of the published code, and their two variants, word by word.
std::vector<Matrix> by_loops(const std::vector<Matrix>& supports, const Matrix& x, int steps,
                             DiffusionForm form) {
    std::vector<Matrix> results;
    Matrix x0 = x;
    for (const Matrix& support : supports) {
        if (form != DiffusionForm::released) x0 = x;
        Matrix x1 = multiply(support, x0);
        results.push_back(x1);
        for (int k = 2; k <= steps; ++k) {
            const Matrix product = multiply(support, x1);
            const Matrix x2 = form == DiffusionForm::powers ? product : twice_less(product, x0);
            results.push_back(x2);
            x0 = x1;
            x1 = x2;
        }
    }
    return results;
}

const std::vector<Matrix> kSupports{
    {{0.5, 0, 0.25, 0}, {0.5, 1, 0, 0}, {0, 0, 0.75, 0.125}, {0, 0, 0, 0.875}},
    {{0.75, 0.5, 0, 0}, {0, 0.5, 0, 0}, {0.25, 0, 1, 0}, {0, 0, 0, 0}}};
const Matrix kSignal{{1, -2, 3}, {4, 0.5, -6}, {-7, 8, 9}, {2, 1, -1}};

BOOST_AUTO_TEST_CASE(all_forms_equal_explicit_loops) {
    const std::vector<torch::Tensor> supports{tensor(kSupports[0]), tensor(kSupports[1])};
    for (const auto form : kForms) {
        for (int steps = 1; steps <= 4; ++steps) {
            const auto expected = by_loops(kSupports, kSignal, steps, form);
            for (const auto storage : kStorages) {
                const Diffusion diffusion(supports, steps, form, storage, torch::kFloat64,
                                          torch::kCPU);
                const auto result = diffusion.diffuse(tensor(kSignal));
                BOOST_TEST_REQUIRE(diffusion.matrices() == 1 + 2 * steps);
                BOOST_TEST_REQUIRE(result.size(0) == 2 * steps);
                for (std::int64_t m = 0; m < result.size(0); ++m) {
                    const auto wanted = tensor(expected[static_cast<std::size_t>(m)]);
                    BOOST_TEST((result[m] - wanted).abs().max().item<double>() < 1e-12);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(released_leaks_into_the_second_support_only_from_two_steps_on) {
    const std::vector<torch::Tensor> supports{tensor(kSupports[0]), tensor(kSupports[1])};
    const auto diffuse = [&](std::int64_t steps, DiffusionForm form) {
        return Diffusion(supports, steps, form, SupportStorage::sparse, torch::kFloat64,
                         torch::kCPU)
            .diffuse(tensor(kSignal));
    };
    BOOST_TEST(
        torch::equal(diffuse(1, DiffusionForm::released), diffuse(1, DiffusionForm::powers)));
    const auto released = diffuse(2, DiffusionForm::released);
    const auto chebyshev = diffuse(2, DiffusionForm::chebyshev);
    BOOST_TEST(torch::equal(released.slice(0, 0, 2), chebyshev.slice(0, 0, 2)));
    BOOST_TEST((released[2] - chebyshev[2]).abs().max().item<double>() > 0.1);
}

BOOST_AUTO_TEST_CASE(no_step_leaves_the_identity_alone) {
    for (const auto storage : kStorages) {
        const Diffusion diffusion({tensor(kSupports[0])}, 0, DiffusionForm::released, storage,
                                  torch::kFloat64, torch::kCPU);
        const auto signal = tensor(kSignal).requires_grad_(true);
        const auto result = diffusion.diffuse(signal);
        BOOST_TEST(diffusion.matrices() == 1);
        BOOST_TEST(result.sizes() == (torch::IntArrayRef{0, 4, 3}));
        result.sum().backward();
        BOOST_TEST(torch::equal(signal.grad(), torch::zeros_like(signal)));
    }
}

// Widths around a tile, a transposed (not contiguous) signal, an empty one, and enough tiles for
// several threads.
BOOST_AUTO_TEST_CASE(sparse_equals_dense_for_any_number_of_columns) {
    const std::vector<torch::Tensor> supports{random_support(37, 1), random_support(37, 2)};
    for (const auto dtype : {torch::kFloat32, torch::kFloat64}) {
        const double tolerance = dtype == torch::kFloat32 ? 1e-5 : 1e-13;
        for (const auto form : kForms) {
            const Diffusion sparse(supports, 3, form, SupportStorage::sparse, dtype, torch::kCPU);
            const Diffusion dense(supports, 3, form, SupportStorage::dense, dtype, torch::kCPU);
            for (const std::int64_t columns : {0, 1, 31, 32, 33, 64, 65, 1000}) {
                const auto signal = torch::rand({columns, 37}, dtype).t();
                const auto gradient = torch::rand({6, 37, columns}, dtype);
                const auto one = signal.clone().requires_grad_(true);
                const auto two = signal.detach().requires_grad_(true);
                const auto results = std::array{sparse.diffuse(one), dense.diffuse(two)};
                BOOST_TEST_REQUIRE(results[0].sizes() == (torch::IntArrayRef{6, 37, columns}));
                results[0].backward(gradient);
                results[1].backward(gradient);
                if (columns == 0) continue;
                const auto difference = [](const torch::Tensor& a, const torch::Tensor& b) {
                    return ((a - b).abs().max() / b.abs().max()).item<double>();
                };
                BOOST_TEST(difference(results[0], results[1]) < tolerance);
                BOOST_TEST(difference(one.grad(), two.grad()) < tolerance);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(gradient_equals_central_differences) {
    const std::vector<torch::Tensor> supports{random_support(7, 3), random_support(7, 4)};
    for (const auto form : kForms) {
        const Diffusion diffusion(supports, 3, form, SupportStorage::sparse, torch::kFloat64,
                                  torch::kCPU);
        const auto signal = torch::rand({7, 3}, torch::kFloat64).requires_grad_(true);
        const auto loss = [&](const torch::Tensor& x) { return diffusion.diffuse(x).pow(2).sum(); };
        loss(signal).backward();
        const double step = 1e-5;
        for (std::int64_t i = 0; i < signal.numel(); ++i) {
            const auto moved = torch::zeros(signal.numel(), torch::kFloat64);
            moved[i] = step;
            const auto delta = moved.view_as(signal);
            const double slope =
                (loss(signal.detach() + delta) - loss(signal.detach() - delta)).item<double>() /
                (2 * step);
            BOOST_TEST(signal.grad().view(-1)[i].item<double>() == slope,
                       boost::test_tools::tolerance(1e-7));
        }
    }
}

// Part of the loss only: the gradients of the other results are undefined.
BOOST_AUTO_TEST_CASE(gradient_of_one_result) {
    const std::vector<torch::Tensor> supports{tensor(kSupports[0]), tensor(kSupports[1])};
    const Diffusion diffusion(supports, 2, DiffusionForm::chebyshev, SupportStorage::sparse,
                              torch::kFloat64, torch::kCPU);
    const auto signal = tensor(kSignal).requires_grad_(true);
    diffusion.diffuse(signal)[2].sum().backward();
    const auto expected = supports[1].sum(0).unsqueeze(1).expand({4, 3});
    BOOST_TEST((signal.grad() - expected).abs().max().item<double>() < 1e-14);
}

BOOST_AUTO_TEST_CASE(repeats_bit_by_bit) {
    const std::vector<torch::Tensor> supports{random_support(50, 5)};
    const Diffusion diffusion(supports, 2, DiffusionForm::chebyshev, SupportStorage::sparse,
                              torch::kFloat32, torch::kCPU);
    const auto signal = torch::rand({50, 700});
    const auto first = diffusion.diffuse(signal);
    for (int i = 0; i < 5; ++i) BOOST_TEST(torch::equal(diffusion.diffuse(signal), first));
    // A column does not depend on those beside it.
    const auto part = diffusion.diffuse(signal.slice(1, 100, 300).contiguous());
    BOOST_TEST(torch::equal(part, first.slice(2, 100, 300)));
}

BOOST_AUTO_TEST_CASE(sparse_storage_is_smaller) {
    const std::vector<torch::Tensor> supports{torch::eye(100, torch::kFloat64)};
    const auto bytes = [&](SupportStorage storage) {
        return Diffusion(supports, 2, DiffusionForm::chebyshev, storage, torch::kFloat32,
                         torch::kCPU)
            .bytes();
    };
    BOOST_TEST(bytes(SupportStorage::dense) == 2 * 100 * 100 * 4);
    BOOST_TEST(bytes(SupportStorage::sparse) == 2 * (101 * 8 + 100 * (4 + 4)));
}

}  // namespace
