// The gates' passes as loops against the same written with LibTorch's operators, which other
// devices use, and the loops' functions against those of the standard library.

#include "dcrnn/product/bfloat16.hpp"
#include "gru_functions.hpp"
#include "gru_variants.hpp"
#include "support/close.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace dcrnn {
namespace {

struct Types {
    at::ScalarType values, copies;
};

// All that the passes of one step read and write; signals are parts of wider tensors.
struct Step {
    GruCell cell;
    GruGradient gradient;
    at::Tensor kept, new_state, copy, candidate, of_kept;

    Step(std::int64_t rows, std::int64_t units, const Types& types, bool has_state) {
        at::manual_seed(11);
        const auto random = [&](std::int64_t width, at::ScalarType type) {
            return (3 * at::randn({rows, width + 5}, at::kDouble)).to(type).narrow(1, 2, width);
        };
        const auto vector = [&] { return at::randn({3 * units}, at::kDouble).to(types.values); };
        cell = {random(3 * units, types.values), random(3 * units, types.copies), vector(),
                has_state ? random(units, types.values) : at::Tensor()};
        gradient = {random(3 * units, types.copies), vector(), random(units, types.values)};
        new_state = random(units, types.values);
        for (at::Tensor* signal : {&kept, &copy, &candidate, &of_kept})
            *signal = random(units, types.copies);
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
    update_back(step.cell, step.copy, step.gradient, step.candidate, step.kept);
    if (step.cell.state.defined()) open_back(step.cell, step.of_kept, step.gradient);
}

void check(std::int64_t rows, std::int64_t units, const Types& types, bool has_state) {
    const Step one(rows, units, types, has_state), two(rows, units, types, has_state);
    run(one, loops::open_gates, loops::update_state, loops::update_state_backward,
        loops::open_gates_backward);
    run(two, operators::open_gates, operators::update_state, operators::update_state_backward,
        operators::open_gates_backward);
    const auto same = [&](const at::Tensor& a, const at::Tensor& b, const std::string& what) {
        const bool rounded =
            types.copies == at::kBFloat16;  // before the operators add them up, too
        support::check_close(a, b,
                             rounded                      ? 1.0 / 128
                             : types.values == at::kFloat ? 3e-6
                                                          : 1e-14,
                             what);
    };
    // without a state the reset gate is not needed
    const std::int64_t skipped = has_state ? 0 : units;
    const auto needed = [&](const Step& step) {
        return step.cell.activations.narrow(1, skipped, 3 * units - skipped);
    };
    same(needed(one), needed(two), "activations");
    same(one.new_state, two.new_state, "new state");
    same(one.copy, one.new_state.to(types.copies), "copy");
    same(one.gradient.products, two.gradient.products, "of products");
    same(one.gradient.bias, two.gradient.bias, "of bias");
    same(one.gradient.direct, two.gradient.direct, "direct");
    if (!has_state) return;
    same(one.candidate, two.candidate, "of candidate");
    same(one.kept, two.kept, "kept");
}

BOOST_AUTO_TEST_CASE(loops_do_what_operators_do) {
    for (const Types& types : {Types{at::kFloat, at::kFloat}, Types{at::kDouble, at::kDouble},
                               Types{at::kFloat, at::kBFloat16}})
        for (const bool has_state : {true, false})
            for (const std::int64_t units : {1, 16, 33, 64}) check(37, units, types, has_state);
}

BOOST_AUTO_TEST_CASE(rounding_to_bfloat16_is_that_of_libtorch) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    for (const float value : {0.0F, -0.0F, 1.0F, 1.00390625F, 1.01171875F, -3.1415927F, 3.4e38F,
                              1e-40F, inf, -inf, nan}) {
        c10::BFloat16 rounded;
        round_into(rounded, value);
        BOOST_TEST(rounded.x == c10::BFloat16(value).x, value);
        BOOST_TEST((widen(rounded) == static_cast<float>(rounded) || std::isnan(value)), value);
    }
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
