// The diffusion against explicit loops on a small directed graph, its transposes against it
// (equation of an adjoint map), and sparse against dense storage.
#include "dcrnn/graph/diffusion.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <array>
#include <string>
#include <vector>

namespace {

using dcrnn::Diffusion;
using dcrnn::DiffusionForm;
using dcrnn::MatrixProduct;
using dcrnn::SupportStorage;
using Matrix = std::vector<std::vector<double>>;

constexpr std::array<DiffusionForm, 3> kForms{DiffusionForm::chebyshev, DiffusionForm::released,
                                              DiffusionForm::powers};
constexpr std::array<SupportStorage, 2> kStorages{SupportStorage::sparse, SupportStorage::dense};
// windows, features
constexpr std::array<std::array<std::int64_t, 2>, 8> kShapes{
    {{0, 4}, {1, 0}, {1, 1}, {3, 2}, {2, 31}, {1, 32}, {2, 64}, {3, 101}}};

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

// signal [window, sensor, feature] -> [window, sensor, matrix, feature] with the signal in place
// and no copies yet: what is not written shows.
torch::Tensor undiffused(const Diffusion& diffusion, const torch::Tensor& signal) {
    auto copies =
        torch::full({signal.size(0), signal.size(1), diffusion.matrices(), signal.size(2)}, 1e6,
                    signal.options());
    copies.select(2, 0).copy_(signal);
    return copies;
}

torch::Tensor diffused(const Diffusion& diffusion, const torch::Tensor& signal) {
    const auto copies = undiffused(diffusion, signal);
    MatrixProduct product;
    diffusion.diffuse(copies, product);
    return copies;
}

double difference(const torch::Tensor& a, const torch::Tensor& b) {
    return ((a - b).abs().max() / b.abs().max()).item<double>();
}

BOOST_AUTO_TEST_CASE(all_forms_equal_explicit_loops) {
    const std::vector<torch::Tensor> supports{tensor(kSupports[0]), tensor(kSupports[1])};
    // three columns of a sensor: three features of one window, or one feature of three windows
    const auto columns = tensor(kSignal);
    const auto features = columns.unsqueeze(0), windows = columns.t().unsqueeze(2);
    for (const auto form : kForms) {
        for (int steps = 1; steps <= 4; ++steps) {
            const auto expected = by_loops(kSupports, kSignal, steps, form);
            for (const auto storage : kStorages) {
                const Diffusion diffusion(supports, steps, form, storage, torch::kFloat64,
                                          torch::kCPU);
                BOOST_TEST_REQUIRE(diffusion.matrices() == 1 + 2 * steps);
                const auto of_features = diffused(diffusion, features);
                const auto of_windows = diffused(diffusion, windows);
                BOOST_TEST(torch::equal(of_features[0].select(1, 0), columns));
                for (std::int64_t m = 1; m < diffusion.matrices(); ++m) {
                    const auto wanted = tensor(expected[static_cast<std::size_t>(m - 1)]);
                    BOOST_TEST(difference(of_features[0].select(1, m), wanted) < 1e-13);
                    BOOST_TEST(difference(of_windows.select(2, m).squeeze(2).t(), wanted) < 1e-13);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(released_leaks_into_the_second_support_only_from_two_steps_on) {
    const std::vector<torch::Tensor> supports{tensor(kSupports[0]), tensor(kSupports[1])};
    const auto diffuse = [&](std::int64_t steps, DiffusionForm form) {
        const Diffusion diffusion(supports, steps, form, SupportStorage::sparse, torch::kFloat64,
                                  torch::kCPU);
        return diffused(diffusion, tensor(kSignal).unsqueeze(0))[0].transpose(0, 1).contiguous();
    };
    BOOST_TEST(
        torch::equal(diffuse(1, DiffusionForm::released), diffuse(1, DiffusionForm::powers)));
    const auto released = diffuse(2, DiffusionForm::released);
    const auto chebyshev = diffuse(2, DiffusionForm::chebyshev);
    BOOST_TEST(torch::equal(released.slice(0, 0, 3), chebyshev.slice(0, 0, 3)));
    BOOST_TEST((released[3] - chebyshev[3]).abs().max().item<double>() > 0.1);
}

BOOST_AUTO_TEST_CASE(no_step_leaves_the_identity_alone) {
    for (const auto storage : kStorages) {
        const Diffusion diffusion({tensor(kSupports[0])}, 0, DiffusionForm::released, storage,
                                  torch::kFloat64, torch::kCPU);
        const auto signal = tensor(kSignal).unsqueeze(0);
        const auto copies = undiffused(diffusion, signal);
        BOOST_TEST(diffusion.matrices() == 1);
        MatrixProduct product;
        diffusion.diffuse(copies, product);
        diffusion.diffuse_transposed(copies, product);
        diffusion.collect(copies, product);
        BOOST_TEST(torch::equal(copies.view_as(signal), signal));
    }
}

// <A_m x, y> = <x, A_m^T y> for each m, and collect sums the transposes, for any graph and form.
BOOST_AUTO_TEST_CASE(transposes_are_adjoint) {
    const std::vector<torch::Tensor> supports{random_support(9, 3), random_support(9, 4),
                                              random_support(9, 5)};
    for (const auto form : kForms) {
        for (const auto storage : kStorages) {
            const Diffusion diffusion(supports, 3, form, storage, torch::kFloat64, torch::kCPU);
            MatrixProduct product;
            const auto x = torch::rand({1, 9, 1}, torch::kFloat64);
            const auto y = torch::rand({1, 9, 1}, torch::kFloat64);
            const auto of_x = undiffused(diffusion, x), of_y = undiffused(diffusion, y);
            diffusion.diffuse(of_x, product);
            diffusion.diffuse_transposed(of_y, product);
            const auto of = [](const torch::Tensor& copies, std::int64_t m) {
                return copies.select(2, m).flatten();
            };
            for (std::int64_t m = 0; m < diffusion.matrices(); ++m)
                BOOST_TEST(of(of_x, m).dot(y.flatten()).item<double>() ==
                               of(of_y, m).dot(x.flatten()).item<double>(),
                           boost::test_tools::tolerance(1e-12));
            const auto gradients = torch::rand_like(of_x);
            const double expected = (of_x * gradients).sum().item<double>();
            diffusion.collect(gradients, product);
            BOOST_TEST(of(gradients, 0).dot(x.flatten()).item<double>() == expected,
                       boost::test_tools::tolerance(1e-12));
        }
    }
}

// Features around the widths of registers; enough sensors for several threads.
BOOST_AUTO_TEST_CASE(sparse_equals_dense_for_any_number_of_features) {
    constexpr std::int64_t sensors = 300;
    const std::vector<torch::Tensor> supports{random_support(sensors, 1) / 30,
                                              random_support(sensors, 2) / 30};
    MatrixProduct product;
    for (const auto& [dtype, tolerance] :
         {std::pair{torch::kFloat32, 1e-5}, std::pair{torch::kFloat64, 1e-13},
          std::pair{torch::kBFloat16, 0.05}}) {
        for (const auto form : kForms) {
            const Diffusion sparse(supports, 3, form, SupportStorage::sparse, dtype, torch::kCPU);
            const Diffusion dense(supports, 3, form, SupportStorage::dense, dtype, torch::kCPU);
            for (const auto& [windows, features] : kShapes) {
                const auto copies =
                    torch::rand({windows, sensors, sparse.matrices(), features}, dtype);
                for (const auto method :
                     {&Diffusion::diffuse, &Diffusion::diffuse_transposed, &Diffusion::collect}) {
                    const auto one = copies.clone(), two = copies.clone();
                    (sparse.*method)(one, product);
                    (dense.*method)(two, product);
                    if (copies.numel() == 0) continue;
                    BOOST_TEST(difference(one.select(2, 0), two.select(2, 0)) < tolerance);
                    if (method == &Diffusion::collect) continue;  // which uses the others up
                    BOOST_TEST(difference(one, two) < tolerance);
                    BOOST_TEST(!torch::equal(one, copies));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(repeats_bit_by_bit) {
    const std::vector<torch::Tensor> supports{random_support(50, 5)};
    const Diffusion diffusion(supports, 2, DiffusionForm::chebyshev, SupportStorage::sparse,
                              torch::kFloat32, torch::kCPU);
    const auto signal = torch::rand({7, 50, 100});
    const auto first = diffused(diffusion, signal);
    for (int i = 0; i < 5; ++i) BOOST_TEST(torch::equal(diffused(diffusion, signal), first));
    // A window does not depend on those beside it.
    const auto part = diffused(diffusion, signal.slice(0, 2, 5));
    BOOST_TEST(torch::equal(part, first.slice(0, 2, 5)));
}

BOOST_AUTO_TEST_CASE(sparse_storage_is_smaller) {
    const std::vector<torch::Tensor> supports{torch::eye(100, torch::kFloat64)};
    const auto bytes = [&](SupportStorage storage) {
        return Diffusion(supports, 2, DiffusionForm::chebyshev, storage, torch::kFloat32,
                         torch::kCPU)
            .bytes();
    };
    BOOST_TEST(bytes(SupportStorage::dense) == 2 * 2 * 100 * 100 * 4);  // and the transposes
    BOOST_TEST(bytes(SupportStorage::sparse) == 2 * (101 * 8 + 100 * (4 + 4)));
}

}  // namespace
