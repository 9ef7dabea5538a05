#include "dcrnn/data/scaler.hpp"

#include "support/expect_error.hpp"
#include "support/series.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace dcrnn {
namespace {

using support::make_series;
using support::TrafficRecipe;

struct Statistics {
    double mean, deviation, least, greatest;
};

// By explicit loops over the valid readings of one feature.
Statistics measure(const torch::Tensor& values, std::int64_t rows, std::int64_t feature,
                   bool zero_is_missing) {
    std::vector<double> kept;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t sensor = 0; sensor < values.size(1); ++sensor) {
            const double value = values[row][sensor][feature].item<double>();
            if (std::isnan(value) || (zero_is_missing && value == 0)) continue;
            kept.push_back(value);
        }
    double sum = 0, squares = 0;
    for (const double value : kept) sum += value;
    const auto count = static_cast<double>(kept.size());
    for (const double value : kept) squares += (value - sum / count) * (value - sum / count);
    return {sum / count, std::sqrt(squares / count), *std::min_element(kept.begin(), kept.end()),
            *std::max_element(kept.begin(), kept.end())};
}

torch::Tensor two_features() {
    TrafficRecipe recipe;
    recipe.features = 2;
    recipe.missing_every = 5;
    torch::Tensor values = make_series(recipe).values;
    values[3][1][0] = std::nan("");
    values[3][2][1] = std::nan("");
    values[150][0][0] = 1e6;  // later than the training rows
    return values;
}

BOOST_AUTO_TEST_CASE(standard_is_mean_and_population_deviation_of_valid_readings) {
    const torch::Tensor values = two_features();
    DataOptions options;
    const Scaler scaler = fit_scaler(values, 120, options);
    for (std::size_t feature = 0; feature < 2; ++feature) {
        const Statistics expected =
            measure(values, 120, static_cast<std::int64_t>(feature), feature == 0);
        BOOST_TEST(scaler.offset[feature] == expected.mean, boost::test_tools::tolerance(1e-13));
        BOOST_TEST(scaler.scale[feature] == expected.deviation,
                   boost::test_tools::tolerance(1e-12));
        BOOST_TEST(scaler.fill[feature] == scaler.offset[feature]);
    }
    options.null_value = NullValue::nan;
    BOOST_TEST(fit_scaler(values, 120, options).offset[0] == measure(values, 120, 0, false).mean,
               boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(minmax_and_none) {
    const torch::Tensor values = two_features();
    const Statistics expected = measure(values, 120, 0, true);
    DataOptions options;
    options.scaler = ScalerKind::minmax;
    const Scaler minmax = fit_scaler(values, 120, options);
    BOOST_TEST(minmax.offset[0] == expected.least);
    BOOST_TEST(minmax.scale[0] == expected.greatest - expected.least);
    BOOST_TEST(minmax.fill[0] == expected.mean, boost::test_tools::tolerance(1e-13));
    options.scaler = ScalerKind::none;
    const Scaler none = fit_scaler(values, 120, options);
    BOOST_TEST(none.offset == (std::vector<double>{0, 0}));
    BOOST_TEST(none.scale == (std::vector<double>{1, 1}));
    BOOST_TEST(none.fill[0] == expected.mean, boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_CASE(a_large_mean_does_not_swallow_a_small_deviation) {
    const torch::Tensor values =
        torch::tensor({1e9, 1e9 + 1, 1e9 + 2}, torch::kDouble).view({3, 1, 1});
    BOOST_TEST(fit_scaler(values, 3, DataOptions()).scale[0] == std::sqrt(2.0 / 3.0),
               boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(constant_readings_have_scale_one) {
    const torch::Tensor values = torch::full({5, 2, 1}, 60.0, torch::kDouble);
    DataOptions options;
    for (const ScalerKind kind : {ScalerKind::standard, ScalerKind::minmax}) {
        options.scaler = kind;
        const Scaler scaler = fit_scaler(values, 5, options);
        BOOST_TEST(scaler.offset[0] == 60);
        BOOST_TEST(scaler.scale[0] == 1);
    }
}

BOOST_AUTO_TEST_CASE(a_feature_without_valid_readings_is_refused) {
    const torch::Tensor values = torch::zeros({9, 2, 1}, torch::kDouble);
    values[8][0][0] = 3;  // not a training row
    support::expect_error(ErrorKind::data, {"feature 0", "rows 0 to 7", "--null-value"},
                          [&] { fit_scaler(values, 8, DataOptions()); });
}

// By explicit loops over the inputs of all training windows; zeros count, NaN cannot.
BOOST_AUTO_TEST_CASE(published_counts_every_input_of_every_window) {
    const torch::Tensor values = two_features();
    for (const auto& [windows, seq_len] : {std::pair{5, 3}, std::pair{2, 6}, std::pair{1, 1}}) {
        DataOptions options;
        options.scaler = ScalerKind::published;
        options.seq_len = seq_len;
        const Scaler scaler = fit_scaler(values, windows + seq_len - 1, options);
        for (std::int64_t feature = 0; feature < 2; ++feature) {
            std::vector<double> inputs;
            for (std::int64_t window = 0; window < windows; ++window)
                for (std::int64_t row = window; row < window + seq_len; ++row)
                    for (std::int64_t sensor = 0; sensor < values.size(1); ++sensor)
                        if (const double value = values[row][sensor][feature].item<double>();
                            !std::isnan(value))
                            inputs.push_back(value);
            double mean = 0, squares = 0;
            for (const double value : inputs) mean += value / static_cast<double>(inputs.size());
            for (const double value : inputs) squares += (value - mean) * (value - mean);
            const auto at = static_cast<std::size_t>(feature);
            BOOST_TEST(scaler.offset[at] == mean, boost::test_tools::tolerance(1e-12));
            BOOST_TEST(scaler.scale[at] == std::sqrt(squares / static_cast<double>(inputs.size())),
                       boost::test_tools::tolerance(1e-12));
        }
    }
}

BOOST_AUTO_TEST_CASE(apply_and_invert_work_on_the_first_features) {
    const Scaler scaler{{50, 300}, {20, 100}, {}};
    const torch::Tensor both = torch::tensor({70.0, 100.0, 0.0, 300.0}).view({2, 2});
    const torch::Tensor scaled = scaler.apply(both);
    BOOST_TEST(scaled.equal(torch::tensor({1.0, -2.0, -2.5, 0.0}).view({2, 2}).to(both)));
    BOOST_TEST(scaler.invert(scaled).equal(both));
    const torch::Tensor first = both.narrow(1, 0, 1).to(torch::kFloat);
    BOOST_TEST(scaler.apply(first).equal(torch::tensor({1.0, -2.5}).view({2, 1}).to(first)));
    BOOST_TEST((scaler.apply(first).scalar_type() == torch::kFloat));
}

}  // namespace
}  // namespace dcrnn
