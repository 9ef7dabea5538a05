#include "dcrnn/data/batch.hpp"

#include "dcrnn/data/calendar.hpp"
#include "support/expect_error.hpp"
#include "support/series.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

namespace dcrnn {
namespace {

using support::make_series;
using support::TrafficRecipe;

const std::vector<std::int64_t> kWindows{30, 2, 171};

Series series_with_missing(const DataOptions& options, torch::ScalarType type) {
    TrafficRecipe recipe;
    recipe.features = 2;
    recipe.missing_every = 5;
    recipe.gap_rows = {100};
    Series series = make_series(recipe, type);
    if (options.null_value != NullValue::none) {
        series.values[33][1][0] = std::nan("");
        series.values[40][2][1] = std::nan("");
    }
    return series;
}

// What the reader must feed for one reading.
double fed(double raw, std::int64_t feature, const Scaler& scaler, const DataOptions& options) {
    const bool null = options.null_value == NullValue::zero && feature < options.output_dim &&
                      raw == 0 && options.missing_input == MissingInput::mean;
    const auto f = static_cast<std::size_t>(feature);
    const double value = std::isnan(raw) || null ? scaler.fill[f] : raw;
    return (value - scaler.offset[f]) / scaler.scale[f];
}

void check_inputs(const torch::Tensor& inputs, const Series& series, const Scaler& scaler,
                  const DataOptions& options, double tolerance) {
    for (std::int64_t b = 0; b < inputs.size(0); ++b)
        for (std::int64_t t = 0; t < options.seq_len; ++t) {
            const std::int64_t row = kWindows[static_cast<std::size_t>(b)] + t;
            const std::int64_t time = series.timestamps[static_cast<std::size_t>(row)];
            for (std::int64_t s = 0; s < series.sensors(); ++s) {
                std::vector<double> expected;
                for (std::int64_t f = 0; f < series.features(); ++f)
                    expected.push_back(
                        fed(series.values[row][s][f].item<double>(), f, scaler, options));
                if (options.time_of_day) expected.push_back(time_of_day(time));
                for (int day = 0; options.day_of_week && day < 7; ++day)
                    expected.push_back(day == day_of_week(time) ? 1 : 0);
                for (std::size_t i = 0; i < expected.size(); ++i)
                    BOOST_TEST(
                        std::abs(inputs[b][t][s][static_cast<std::int64_t>(i)].item<double>() -
                                 expected[i]) <= tolerance);
            }
        }
}

void check_targets(const Batch& batch, const Series& series, const Scaler& scaler,
                   const DataOptions& options, double tolerance) {
    for (std::int64_t b = 0; b < batch.size(); ++b)
        for (std::int64_t h = 0; h < options.horizon; ++h) {
            const std::int64_t row = kWindows[static_cast<std::size_t>(b)] + options.seq_len + h;
            for (std::int64_t s = 0; s < series.sensors(); ++s)
                for (std::int64_t f = 0; f < options.output_dim; ++f) {
                    const auto at = [&](const torch::Tensor& tensor) {
                        return tensor[b][h][s][f].item<double>();
                    };
                    const double raw = series.values[row][s][f].item<double>();
                    const bool valid =
                        !std::isnan(raw) && (options.null_value != NullValue::zero || raw != 0);
                    BOOST_TEST((std::isnan(raw) ? std::isnan(at(batch.targets))
                                                : at(batch.targets) == raw));
                    BOOST_TEST(at(batch.valid) == (valid ? 1 : 0));
                    BOOST_TEST(std::abs(at(batch.teacher) - fed(raw, f, scaler, options)) <=
                               tolerance);
                }
        }
}

void check_batch(const DataOptions& options, torch::ScalarType type) {
    const Series series = series_with_missing(options, type);
    const Scaler scaler = fit_scaler(series.values, 150, options);
    const BatchReader reader(series, scaler, options, torch::kCPU);
    const Batch batch = reader.read(kWindows);
    const double tolerance = type == torch::kFloat ? 2e-6 : 1e-14;
    BOOST_TEST(batch.inputs.sizes() == (torch::IntArrayRef{3, 12, 4, input_width(2, options)}));
    BOOST_TEST(batch.targets.sizes() == (torch::IntArrayRef{3, 6, 4, options.output_dim}));
    BOOST_TEST((batch.inputs.scalar_type() == type && batch.valid.scalar_type() == type));
    check_inputs(batch.inputs, series, scaler, options, tolerance);
    check_targets(batch, series, scaler, options, tolerance);
    BOOST_TEST(reader.read_inputs(kWindows).equal(batch.inputs));
}

BOOST_AUTO_TEST_CASE(batches_are_what_explicit_loops_give) {
    for (const NullValue null_value : {NullValue::zero, NullValue::nan, NullValue::none})
        for (const MissingInput missing : {MissingInput::as_stored, MissingInput::mean})
            for (const ScalerKind kind : {ScalerKind::standard, ScalerKind::minmax}) {
                DataOptions options;
                options.horizon = 6;
                options.null_value = null_value;
                options.missing_input = missing;
                options.scaler = kind;
                check_batch(options, torch::kDouble);
            }
}

BOOST_AUTO_TEST_CASE(both_types_and_all_time_features) {
    for (const bool time_of_day : {false, true})
        for (const bool day_of_week : {false, true}) {
            DataOptions options;
            options.horizon = 6;
            options.output_dim = 2;
            options.time_of_day = time_of_day;
            options.day_of_week = day_of_week;
            check_batch(options, torch::kFloat);
            check_batch(options, torch::kDouble);
        }
}

BOOST_AUTO_TEST_CASE(a_batch_of_no_windows_has_size_zero) {
    const Series series = make_series({});
    const DataOptions options;
    const BatchReader reader(series, fit_scaler(series.values, 100, options), options, torch::kCPU);
    const Batch batch = reader.read({});
    BOOST_TEST(batch.size() == 0);
    BOOST_TEST(batch.inputs.sizes() == (torch::IntArrayRef{0, 12, 4, 2}));
    BOOST_TEST(batch.targets.sizes() == (torch::IntArrayRef{0, 12, 4, 1}));
    BOOST_TEST(batch.valid.sizes() == batch.targets.sizes());
    BOOST_TEST(batch.teacher.sizes() == batch.targets.sizes());
    BOOST_TEST(reader.read_inputs({}).size(0) == 0);
}

BOOST_AUTO_TEST_CASE(inputs_of_the_newest_rows_need_no_horizon) {
    const Series series = make_series({});
    const DataOptions options;
    const Scaler scaler = fit_scaler(series.values, 100, options);
    const BatchReader reader(series, scaler, options, torch::kCPU);
    const torch::Tensor inputs = reader.read_inputs({series.rows() - 12});
    const torch::Tensor last = scaler.apply(series.values[series.rows() - 1]);
    BOOST_TEST(inputs[0][11].narrow(1, 0, 1).equal(last));
}

BOOST_AUTO_TEST_CASE(options_that_do_not_fit_the_data_are_refused) {
    const Series series = make_series({});
    DataOptions options;
    const Scaler scaler = fit_scaler(series.values, 100, options);
    options.output_dim = 2;
    support::expect_error(ErrorKind::usage, {"--output-dim 2", "1 feature"},
                          [&] { BatchReader(series, scaler, options, torch::kCPU); });
    support::expect_error(ErrorKind::data, {"1 feature", "the scaler 2"}, [&] {
        BatchReader(series, Scaler{{0, 0}, {1, 1}, {}}, DataOptions(), torch::kCPU);
    });
}

}  // namespace
}  // namespace dcrnn
