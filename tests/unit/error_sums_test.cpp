#include "dcrnn/model/error_sums.hpp"

#include "support/close.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace dcrnn {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kBatch = 3, kHorizon = 4, kSensors = 5, kOutputs = 2;

struct Sample {
    at::Tensor forecast, truth, valid;
};

// Some targets missing, some of them NaN; one valid truth too small for a percentage.
Sample sample(at::ScalarType type = at::kDouble) {
    at::manual_seed(3);
    const std::vector<std::int64_t> shape{kBatch, kHorizon, kSensors, kOutputs};
    const at::Tensor forecast = 60 + 10 * at::randn(shape, at::kDouble);
    at::Tensor truth = 60 + 10 * at::randn(shape, at::kDouble);
    at::Tensor valid = (at::rand(shape, at::kDouble) < 0.7).to(at::kDouble);
    truth[0][0][0][0] = kNan;
    valid[0][0][0][0] = 0;
    truth[1][2][3][1] = 1e-4;
    valid[1][2][3][1] = 1;
    truth[2][3][4][1] = -50;  // a negative truth counts with its size
    valid[2][3][4][1] = 1;
    return {forecast.to(type), truth.to(type), valid.to(type)};
}

// cell: 0 for horizons, 1 for sensors
std::vector<std::array<double, 5>> loops(const Sample& s, int cell) {
    std::vector<std::array<double, 5>> sums(cell == 0 ? kHorizon : kSensors);
    const auto forecast = s.forecast.accessor<double, 4>(), truth = s.truth.accessor<double, 4>(),
               valid = s.valid.accessor<double, 4>();
    for (std::int64_t b = 0; b < kBatch; ++b) {
        for (std::int64_t t = 0; t < kHorizon; ++t) {
            for (std::int64_t i = 0; i < kSensors; ++i) {
                for (std::int64_t o = 0; o < kOutputs; ++o) {
                    if (valid[b][t][i][o] == 0) continue;
                    auto& sum = sums[static_cast<std::size_t>(cell == 0 ? t : i)];
                    const double y = truth[b][t][i][o], e = std::abs(forecast[b][t][i][o] - y);
                    sum[0] += e;
                    sum[1] += e * e;
                    sum[3] += 1;
                    if (std::abs(y) < 1e-3) continue;
                    sum[2] += e / std::abs(y);
                    sum[4] += 1;
                }
            }
        }
    }
    return sums;
}

at::Tensor tensor_of(const std::vector<std::array<double, 5>>& sums) {
    at::Tensor result = at::empty({static_cast<std::int64_t>(sums.size()), 5}, at::kDouble);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        result[static_cast<std::int64_t>(i)] =
            at::tensor(at::ArrayRef<double>(sums[i]), at::kDouble);
    }
    return result;
}

BOOST_AUTO_TEST_CASE(sums_equal_explicit_loops) {
    const Sample s = sample();
    support::check_close(errors_by_horizon(s.forecast, s.truth, s.valid).sums,
                         tensor_of(loops(s, 0)), 1e-13, "by horizon");
    support::check_close(errors_by_sensor(s.forecast, s.truth, s.valid).sums,
                         tensor_of(loops(s, 1)), 1e-13, "by sensor");
}

BOOST_AUTO_TEST_CASE(float32_forecasts_are_summed_in_double) {
    const Sample s = sample(at::kFloat);
    const Sample doubled{s.forecast.to(at::kDouble), s.truth.to(at::kDouble),
                         s.valid.to(at::kDouble)};
    support::check_close(errors_by_horizon(s.forecast, s.truth, s.valid).sums,
                         tensor_of(loops(doubled, 0)), 1e-13, "by horizon");
}

BOOST_AUTO_TEST_CASE(batches_add_up_to_the_whole) {
    const Sample s = sample();
    ErrorSums sum(kHorizon);
    for (std::int64_t b = 0; b < kBatch; ++b) {
        const auto part = [&](const at::Tensor& of) { return of.narrow(0, b, 1); };
        sum.add(errors_by_horizon(part(s.forecast), part(s.truth), part(s.valid)));
    }
    support::check_close(sum.sums, errors_by_horizon(s.forecast, s.truth, s.valid).sums, 1e-14,
                         "sum of batches");
}

BOOST_AUTO_TEST_CASE(ratios_of_known_sums) {
    ErrorSums sums(2);
    sums.sums[0] = at::tensor({6.0, 18.0, 0.5, 2.0, 1.0}, at::kDouble);
    sums.sums[1] = at::tensor({1.0, 1.0, 0.1, 2.0, 2.0}, at::kDouble);
    const Errors first = errors(sums, 0);
    BOOST_TEST(first.mae == 3.0);
    BOOST_TEST(first.rmse == 3.0);
    BOOST_TEST(first.mape == 50.0);
    BOOST_TEST(first.count == 2);
    BOOST_TEST(first.mape_count == 1);
    const Errors pooled = pooled_errors(sums);
    BOOST_TEST(pooled.mae == 7.0 / 4);
    BOOST_TEST(pooled.rmse == std::sqrt(19.0 / 4));  // not the mean of the two roots
    BOOST_TEST(pooled.mape == 100 * (0.6 / 3), boost::test_tools::tolerance(1e-14));
    BOOST_TEST(pooled.count == 4);
    BOOST_TEST(pooled.mape_count == 3);
}

BOOST_AUTO_TEST_CASE(nothing_counted_is_nan) {
    const Errors none = errors(ErrorSums(1), 0);
    BOOST_TEST(std::isnan(none.mae));
    BOOST_TEST(std::isnan(none.rmse));
    BOOST_TEST(std::isnan(none.mape));
    BOOST_TEST(none.count == 0);
    ErrorSums no_percentages(1);
    no_percentages.sums[0] = at::tensor({1.0, 1.0, 0.0, 1.0, 0.0}, at::kDouble);
    BOOST_TEST(errors(no_percentages, 0).mae == 1.0);
    BOOST_TEST(std::isnan(errors(no_percentages, 0).mape));
}

BOOST_AUTO_TEST_CASE(no_windows_count_nothing) {
    const at::Tensor none = at::empty({0, kHorizon, kSensors, kOutputs}, at::kDouble);
    BOOST_TEST(at::equal(errors_by_horizon(none, none, none).sums, ErrorSums(kHorizon).sums));
    BOOST_TEST(masked_absolute_sum(none, none, none).item<double>() == 0);
}

BOOST_AUTO_TEST_CASE(a_forecast_that_is_nan_is_not_hidden) {
    Sample s = sample();
    s.forecast[1][2][3][1] = kNan;
    BOOST_TEST(std::isnan(pooled_errors(errors_by_horizon(s.forecast, s.truth, s.valid)).mae));
}

BOOST_AUTO_TEST_CASE(the_loss_and_its_gradient_ignore_missing_targets) {
    const Sample s = sample();
    const at::Tensor forecast = s.forecast.clone().requires_grad_();
    const at::Tensor loss = masked_absolute_sum(forecast, s.truth, s.valid);
    double expected = 0;
    for (const auto& sum : loops(s, 0)) expected += sum[0];
    BOOST_TEST(loss.item<double>() == expected, boost::test_tools::tolerance(1e-13));
    loss.backward();
    const at::Tensor sign = at::where(s.valid > 0, at::sign(s.forecast - s.truth), 0.0);
    BOOST_TEST(at::equal(forecast.grad(), sign));
}

}  // namespace
}  // namespace dcrnn
