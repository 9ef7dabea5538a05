// The gates' passes as loops against the same written with LibTorch's operators, which other
// devices use, and the loops' functions against those of the standard library.

#include "gru_functions.hpp"
#include "gru_loops.hpp"
#include "gru_operators.hpp"
#include "support/close.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace dcrnn {
namespace {

// All that the passes of one step read and write; signals are parts of wider tensors.
struct Step {
    GruCell cell;
    GruGradient gradient;
    at::Tensor kept, new_state, copy, candidate, of_kept;

    Step(std::int64_t rows, std::int64_t units, at::ScalarType type, bool has_state) {
        at::manual_seed(11);
        const auto random = [&](std::int64_t width) {
            return (3 * at::randn({rows, width + 5}, at::kDouble)).to(type).narrow(1, 2, width);
        };
        const auto vector = [&] { return at::randn({3 * units}, at::kDouble).to(type); };
        cell = {random(3 * units), vector(), has_state ? random(units) : at::Tensor()};
        gradient = {random(3 * units), vector(), random(units)};
        for (at::Tensor* signal : {&kept, &new_state, &copy, &candidate, &of_kept})
            *signal = random(units);
    }
};

using Update = void (*)(const GruCell&, const at::Tensor&, const at::Tensor&);
using Open = void (*)(const GruCell&, const at::Tensor&);
using UpdateBack = void (*)(const GruCell&, const at::Tensor&, const GruGradient&,
                            const at::Tensor&, const at::Tensor&);
using OpenBack = void (*)(const GruCell&, const at::Tensor&, const GruGradient&);

void run(const Step& step, Open open, Update update, UpdateBack update_back, OpenBack open_back) {
    open(step.cell, step.kept);
    update(step.cell, step.new_state, step.copy);
    update_back(step.cell, step.new_state, step.gradient, step.candidate, step.kept);
    if (step.cell.state.defined()) open_back(step.cell, step.of_kept, step.gradient);
}

void check(std::int64_t rows, std::int64_t units, at::ScalarType type, bool has_state) {
    const Step one(rows, units, type, has_state), two(rows, units, type, has_state);
    run(one, loops::open_gates, loops::update_state, loops::update_state_backward,
        loops::open_gates_backward);
    run(two, operators::open_gates, operators::update_state, operators::update_state_backward,
        operators::open_gates_backward);
    const double tolerance = type == at::kFloat ? 3e-6 : 1e-14;
    const auto same = [&](const at::Tensor& a, const at::Tensor& b, const std::string& what) {
        support::check_close(a, b, tolerance, what);
    };
    // without a state the reset gate is not needed
    const std::int64_t skipped = has_state ? 0 : units;
    const auto needed = [&](const Step& step) {
        return step.cell.activations.narrow(1, skipped, 3 * units - skipped);
    };
    same(needed(one), needed(two), "activations");
    same(one.new_state, two.new_state, "new state");
    same(one.copy, one.new_state, "copy");
    same(one.gradient.products, two.gradient.products, "of products");
    same(one.gradient.bias, two.gradient.bias, "of bias");
    same(one.gradient.direct, two.gradient.direct, "direct");
    if (!has_state) return;
    same(one.candidate, two.candidate, "of candidate");
    same(one.kept, two.kept, "kept");
}

BOOST_AUTO_TEST_CASE(loops_do_what_operators_do) {
    for (const auto type : {at::kFloat, at::kDouble})
        for (const bool has_state : {true, false})
            for (const std::int64_t units : {1, 16, 33, 64}) check(37, units, type, has_state);
}

BOOST_AUTO_TEST_CASE(fast_functions_are_right_to_a_few_units_in_the_last_place) {
    for (float x = -100; x < 100; x += 0.00317F) {
        const double sigmoid_of = 1 / (1 + std::exp(-static_cast<double>(x)));
        const double tanh_of = std::tanh(static_cast<double>(x));
        // below -87 the sigmoid is smaller than a float can tell from e^-87
        BOOST_REQUIRE_SMALL(sigmoid(x) - sigmoid_of, 3e-7 * sigmoid_of + 2e-38);
        BOOST_REQUIRE_SMALL(hyperbolic_tangent(x) - tanh_of, 3e-7 * std::abs(tanh_of) + 1e-38);
    }
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    BOOST_TEST(std::isnan(sigmoid(nan)));
    BOOST_TEST(std::isnan(hyperbolic_tangent(nan)));
    BOOST_TEST(hyperbolic_tangent(inf) == 1);
    BOOST_TEST(hyperbolic_tangent(-inf) == -1);
    BOOST_TEST(sigmoid(inf) == 1);
}

}  // namespace
}  // namespace dcrnn
