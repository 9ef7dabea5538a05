// The gradient of the whole network against central differences, parameter by parameter.

#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/model/error_sums.hpp"
#include "support/close.hpp"
#include "support/network_gradient.hpp"
#include "support/small_network.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <string>

namespace dcrnn {
namespace {

constexpr double kStep = 1e-5;       // the error of central differences goes with its square
constexpr double kTolerance = 1e-7;  // of the largest derivative

void check_gradient(const support::SmallNetwork& small, const Teaching& teaching,
                    const std::string& what) {
    at::Tensor parameters = small.parameters();
    const Dcrnn network = small.build(parameters);
    const at::Tensor inputs = small.inputs(2), weights = small.targets(2);
    // a smooth loss, as the kink of |e| would spoil the differences
    const auto of_part = [&](const at::Tensor& forecasts, std::int64_t first) {
        return (forecasts * weights.narrow(0, first, forecasts.size(0))).sin().sum();
    };
    const auto loss = [&] { return of_part(network.forward(inputs, teaching), 0); };
    const at::Tensor gradient = support::network_gradient(network, inputs, teaching, of_part);

    at::Tensor differences = at::empty_like(parameters);
    for (std::int64_t i = 0; i < parameters.numel(); ++i) {
        const double value = parameters[i].item<double>();
        parameters[i].fill_(value + kStep);
        const double above = loss().item<double>();
        parameters[i].fill_(value - kStep);
        const double below = loss().item<double>();
        parameters[i].fill_(value);
        differences[i] = (above - below) / (2 * kStep);
    }
    for (const ParameterSpec& spec : parameter_specs(small.complete_sizes())) {
        const at::Tensor expected = differences.narrow(0, spec.offset, spec.numel);
        BOOST_TEST(expected.abs().max().item<double>() > 0, what << ": " << spec.name);
    }
    support::check_close(gradient, differences, kTolerance, what);
}

BOOST_AUTO_TEST_CASE(dense_and_sparse) {
    support::SmallNetwork small;
    check_gradient(small, {}, "dense");
    small.storage = SupportStorage::sparse;
    small.form = DiffusionForm::released;
    check_gradient(small, {}, "sparse");
}

BOOST_AUTO_TEST_CASE(with_a_teacher_at_one_step) {
    const support::SmallNetwork small;
    check_gradient(small, {small.targets(2), {0, 1, 0}}, "teacher");
}

BOOST_AUTO_TEST_CASE(plain_gates) {
    support::SmallNetwork small;
    small.sizes.use_gc_for_ru = false;
    check_gradient(small, {}, "plain gates");
}

}  // namespace
}  // namespace dcrnn
