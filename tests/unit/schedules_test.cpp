// Learning rate, scheduled sampling and Adam, against their formulas.

#include "dcrnn/train/schedules.hpp"

#include "dcrnn/train/adam.hpp"
#include "support/close.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <numeric>

using namespace dcrnn;

BOOST_AUTO_TEST_CASE(learning_rate_falls_after_each_step_and_has_a_floor) {
    const TrainOptions options;  // 0.01, steps 20 30 40 50, ratio 0.1, floor 2e-6
    BOOST_TEST(learning_rate(options, 0) == 0.01);
    BOOST_TEST(learning_rate(options, 19) == 0.01);
    BOOST_TEST(learning_rate(options, 20) == 0.001, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(learning_rate(options, 40) == 1e-5, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(learning_rate(options, 50) == 2e-6, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(teaching_probability_decays_as_published) {
    BOOST_TEST(teaching_probability(2000, 0) == 2000.0 / 2001.0,
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(teaching_probability(2000, 15202) == 2000.0 / (2000.0 + std::exp(7.601)),
               boost::test_tools::tolerance(1e-12));
    BOOST_TEST(teaching_probability(10, 100000) == 0.0);  // exp overflows to infinity: never taught
}

BOOST_AUTO_TEST_CASE(coins_are_a_function_of_seed_step_and_horizon_and_have_the_right_share) {
    TrainOptions options;
    BOOST_TEST(teacher_coins(options, 7, 12) == teacher_coins(options, 7, 12));
    const std::int64_t step = 15000, horizon = 20000;
    const auto coins = teacher_coins(options, step, horizon);
    const double share =
        std::accumulate(coins.begin(), coins.end(), 0.0) / static_cast<double>(horizon);
    const double probability = teaching_probability(options.cl_decay_steps, step);
    BOOST_TEST(std::abs(share - probability) <
               4 * std::sqrt(probability * (1 - probability) / static_cast<double>(horizon)));
    auto other = options;
    other.seed = 2;
    BOOST_TEST((teacher_coins(other, step, horizon) != coins));
    BOOST_TEST((teacher_coins(options, step + 1, horizon) != coins));
    options.use_curriculum_learning = false;
    BOOST_TEST(teacher_coins(options, step, horizon).empty());
}

BOOST_AUTO_TEST_CASE(adam_follows_its_formula) {
    auto parameters = at::tensor({1.0, -2.0, 0.5}, at::kDouble);
    const auto gradient = at::tensor({0.3, -0.1, 0.0}, at::kDouble);
    Adam adam(parameters);
    double m[3] = {0, 0, 0}, v[3] = {0, 0, 0}, expected[3] = {1.0, -2.0, 0.5};
    for (int t = 1; t <= 5; ++t) {
        adam.update(parameters, gradient, 0.01, 1e-3);
        for (int i = 0; i < 3; ++i) {
            const double g = gradient[i].item<double>();
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            const double mean = m[i] / (1 - std::pow(0.9, t));
            const double square = v[i] / (1 - std::pow(0.999, t));
            expected[i] -= 0.01 * mean / (std::sqrt(square) + 1e-3);
        }
    }
    support::check_close(parameters,
                         at::tensor({expected[0], expected[1], expected[2]}, at::kDouble), 1e-14,
                         "parameters");
    BOOST_TEST(adam.updates == 5);
}

BOOST_AUTO_TEST_CASE(clipping_keeps_small_gradients_and_scales_large_ones) {
    auto gradient = at::tensor({3.0, 4.0}, at::kDouble);
    clip(gradient, 5.0, 0.0);
    clip(gradient, 5.0, 6.0);
    BOOST_TEST(gradient[1].item<double>() == 4.0);
    clip(gradient, 5.0, 1.0);
    BOOST_TEST(gradient.norm().item<double>() == 5.0 / (5.0 + 1e-6),
               boost::test_tools::tolerance(1e-12));
}
