// The network whose products read bfloat16 against the one of float64: the same but for rounding.

#include "support/close.hpp"
#include "support/network_gradient.hpp"
#include "support/small_network.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <string>

namespace dcrnn {
namespace {

struct Results {
    at::Tensor forecasts, gradient;
};

support::SmallNetwork network_of(std::int64_t units) {
    support::SmallNetwork small;
    small.sizes.rnn_units = units;
    return small;
}

Results results_of(support::SmallNetwork small, at::ScalarType values, at::ScalarType copies) {
    const at::Tensor parameters = small.parameters().to(values);
    const at::Tensor inputs = small.inputs(6).to(values), weights = small.targets(6).to(values);
    const Teaching teaching{small.targets(6).to(values), {0, 1, 0}};
    small.copies = copies;
    const Dcrnn network = small.build(parameters);
    const auto loss = [&](const at::Tensor& forecasts, std::int64_t first) {
        return (forecasts * weights.narrow(0, first, forecasts.size(0))).sum();
    };
    return {network.forward(inputs, teaching),
            support::network_gradient(network, inputs, teaching, loss)};
}

// Rounding is random, so it is judged by the mean square.
void check_near(const at::Tensor& actual, const at::Tensor& expected, const std::string& what) {
    const at::Tensor a = actual.to(at::kDouble);
    const double error = ((a - expected).norm() / expected.norm()).item<double>();
    BOOST_TEST(error < 0.02, what << ": off by " << error);  // 8 bits: 0.002 a rounding
    BOOST_TEST(error > 1e-5, what << ": nothing was rounded");
}

BOOST_AUTO_TEST_CASE(forecasts_and_gradients_are_those_of_float64_but_for_rounding) {
    for (const std::int64_t units : {3, 16, 40}) {
        for (const auto form :
             {DiffusionForm::chebyshev, DiffusionForm::released, DiffusionForm::powers}) {
            for (const auto storage : {SupportStorage::sparse, SupportStorage::dense}) {
                support::SmallNetwork small = network_of(units);
                small.form = form;
                small.storage = storage;
                const Results exact = results_of(small, at::kDouble, at::kDouble);
                const Results rounded = results_of(small, at::kFloat, at::kBFloat16);
                BOOST_TEST((rounded.forecasts.scalar_type() == at::kFloat));
                check_near(rounded.forecasts, exact.forecasts, "forecasts");
                check_near(rounded.gradient, exact.gradient, "gradient");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(repeats_bit_by_bit) {
    const support::SmallNetwork small = network_of(16);
    const Results first = results_of(small, at::kFloat, at::kBFloat16);
    for (int i = 0; i < 3; ++i) {
        const Results again = results_of(small, at::kFloat, at::kBFloat16);
        BOOST_TEST(at::equal(again.forecasts, first.forecasts));
        BOOST_TEST(at::equal(again.gradient, first.gradient));
    }
}

}  // namespace
}  // namespace dcrnn
