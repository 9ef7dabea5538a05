// Both baselines against explicit loops, their fallbacks, and known figures on METR-LA.
#include "dcrnn/train/baselines.hpp"

#include "dcrnn/data/timeline.hpp"
#include "dcrnn/files/hdf5_file.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dcrnn {
namespace {

namespace tools = boost::test_tools;
constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kThursday = 1330560000;  // 2012-03-01 00:00:00

// Hourly readings, two features; about a third of the first feature is missing, sensor 2 always.
Series make_series(std::int64_t rows) {
    torch::manual_seed(1);
    Series series;
    series.values = 10 + 50 * torch::rand({rows, 3, 2}, torch::kFloat64);
    auto speeds = series.values.select(2, 0);
    speeds.masked_fill_(torch::rand_like(speeds) < 0.3, 0);
    speeds.select(1, 2).zero_();
    for (std::int64_t row = 0; row < rows; ++row) {
        series.timestamps.push_back(kThursday + row * kHour);
    }
    series.timeline.step_seconds = kHour;
    return series;
}

DataOptions make_options() {
    DataOptions options;
    options.seq_len = 3;
    options.horizon = 2;
    return options;
}

WindowSplit split_at(std::int64_t scaler_rows) {
    WindowSplit split;
    split.scaler_rows = scaler_rows;
    return split;
}

double reading(const Series& series, std::int64_t row, std::int64_t sensor) {
    return series.values[row][sensor][0].item<double>();
}

// Mean over training rows that `belongs` says belong together; NaN when none is valid.
template <class Belongs>
double mean(const Series& series, std::int64_t rows, std::int64_t sensor, const Belongs& belongs) {
    double sum = 0, count = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        const double value = reading(series, row, sensor);
        if (value == 0 || !belongs(row)) continue;
        sum += value;
        count += 1;
    }
    return sum / count;
}

double sensor_mean(const Series& series, std::int64_t rows, std::int64_t sensor) {
    const auto all = [](std::int64_t) { return true; };
    if (sensor < 2) return mean(series, rows, sensor, all);
    return (mean(series, rows, 0, all) + mean(series, rows, 1, all)) / 2;
}

BOOST_AUTO_TEST_CASE(last_value_equals_explicit_loops) {
    const Series series = make_series(80);
    const std::int64_t rows = 30 + 2;
    const LastValue baseline(series, split_at(30), make_options());
    std::vector<std::int64_t> windows;
    for (std::int64_t window = 0; window <= 75; ++window) windows.push_back(window);
    const auto forecast = baseline.forecast(windows);
    BOOST_TEST(forecast.sizes() == (torch::IntArrayRef{76, 2, 3, 1}));
    int fallbacks = 0;
    for (const std::int64_t window : windows) {
        for (std::int64_t sensor = 0; sensor < 3; ++sensor) {
            double expected = sensor_mean(series, rows, sensor);
            bool found = false;
            for (std::int64_t row = window; row < window + 3; ++row) {
                if (reading(series, row, sensor) == 0) continue;
                expected = reading(series, row, sensor);
                found = true;
            }
            if (!found && sensor < 2) ++fallbacks;
            for (std::int64_t step = 0; step < 2; ++step) {
                BOOST_TEST(forecast[window][step][sensor][0].item<double>() == expected,
                           tools::tolerance(1e-12));
            }
        }
    }
    BOOST_TEST(fallbacks > 0);
}

// Twelve days of training: too short for weekdays.
BOOST_AUTO_TEST_CASE(average_by_time_of_day_equals_explicit_loops) {
    const Series series = make_series(400);
    const std::int64_t rows = 12 * 24;
    const HistoricalAverage baseline(series, split_at(rows - 2), make_options());
    BOOST_TEST(!baseline.by_weekday());
    const auto forecast = baseline.forecast({5, 300});
    BOOST_TEST(forecast.sizes() == (torch::IntArrayRef{2, 2, 3, 1}));
    for (const std::int64_t window : {0, 1}) {
        for (std::int64_t step = 0; step < 2; ++step) {
            const std::int64_t target = (window == 0 ? 5 : 300) + 3 + step;
            for (std::int64_t sensor = 0; sensor < 3; ++sensor) {
                const double expected =
                    sensor == 2 ? sensor_mean(series, rows, 2)
                                : mean(series, rows, sensor,
                                       [&](std::int64_t row) { return row % 24 == target % 24; });
                BOOST_TEST(forecast[window][step][sensor][0].item<double>() == expected,
                           tools::tolerance(1e-12));
            }
        }
    }
}

// Two weeks, so each time of the week has two readings and some have no valid one.
BOOST_AUTO_TEST_CASE(average_by_time_of_week_falls_back_to_the_time_of_day) {
    const Series series = make_series(14 * 24 + 48);
    const std::int64_t rows = 14 * 24;
    BOOST_TEST(!HistoricalAverage(series, split_at(rows - 3), make_options()).by_weekday());
    const HistoricalAverage baseline(series, split_at(rows - 2), make_options());
    BOOST_TEST(baseline.by_weekday());
    int fallbacks = 0;
    for (std::int64_t window = 0; window < 14 * 24; ++window) {
        const auto forecast = baseline.forecast({window});
        const std::int64_t target = window + 3;
        for (std::int64_t sensor = 0; sensor < 2; ++sensor) {
            double expected = mean(series, rows, sensor, [&](std::int64_t row) {
                return row % (7 * 24) == target % (7 * 24);
            });
            if (std::isnan(expected)) {
                expected = mean(series, rows, sensor,
                                [&](std::int64_t row) { return row % 24 == target % 24; });
                ++fallbacks;
            }
            BOOST_TEST(forecast[0][0][sensor][0].item<double>() == expected,
                       tools::tolerance(1e-12));
        }
    }
    BOOST_TEST(fallbacks > 0);
}

BOOST_AUTO_TEST_CASE(null_value_none_counts_zeros) {
    const Series series = make_series(60);
    DataOptions options = make_options();
    options.null_value = NullValue::none;
    const auto forecast = LastValue(series, split_at(30), options).forecast({4});
    BOOST_TEST(forecast[0][0][2][0].item<double>() == 0);
}

BOOST_AUTO_TEST_CASE(no_windows_give_an_empty_forecast) {
    const Series series = make_series(60);
    const LastValue last(series, split_at(30), make_options());
    const HistoricalAverage average(series, split_at(30), make_options());
    BOOST_TEST(last.forecast({}).sizes() == (torch::IntArrayRef{0, 2, 3, 1}));
    BOOST_TEST(average.forecast({}).sizes() == (torch::IntArrayRef{0, 2, 3, 1}));
}

std::string metr_la() {
    const char* folder = std::getenv("DCRNN_SHARED");
    return (folder == nullptr ? std::string("missing") : std::string(folder)) +
           "/data/metr-la-10/metr-la-10.h5";
}

tools::assertion_result has_metr_la(boost::unit_test::test_unit_id) {
    tools::assertion_result result(std::filesystem::exists(metr_la()));
    result.message() << "needs metr-la-10.h5 in the folder DCRNN_SHARED";
    return result;
}

struct MetrLa {
    Series series;
    DataOptions options;
    WindowSplit split;

    MetrLa() {
        const Hdf5File file = Hdf5File::open(metr_la());
        series.values = torch::tensor(file.read<double>("df/block0_values"), torch::kFloat64)
                            .view({34272, 10, 1});
        for (std::int64_t row = 0; row < 34272; ++row) {
            series.timestamps.push_back(kThursday + row * 300);
        }
        series.timeline = read_timeline(series.timestamps);
        split = split_windows(34272, options, {});
    }

    // Masked mean absolute error by horizon.
    std::vector<double> errors(const torch::Tensor& forecast) const {
        std::vector<double> result;
        for (std::int64_t step = 0; step < options.horizon; ++step) {
            const auto truth = series.values.index_select(
                0, torch::tensor(split.test, torch::kInt64) + options.seq_len + step);
            const auto valid = truth != 0;
            const auto error = (forecast.select(1, step) - truth).abs().masked_select(valid);
            result.push_back(error.mean().item<double>());
        }
        return result;
    }
};

// Computed with NumPy from the same file. In 8 % of the test windows a sensor has no valid reading;
// with 0 instead of its mean there, the figures would be 2.791 and 5.725.
BOOST_AUTO_TEST_CASE(known_figures_of_metr_la, *boost::unit_test::precondition(has_metr_la)) {
    const MetrLa data;
    const auto last =
        data.errors(LastValue(data.series, data.split, data.options).forecast(data.split.test));
    BOOST_TEST(last.front() == 2.7245575, tools::tolerance(1e-6));
    BOOST_TEST(last.back() == 5.0274060, tools::tolerance(1e-6));
    const HistoricalAverage average(data.series, data.split, data.options);
    BOOST_TEST(average.by_weekday());
    const auto weekly = data.errors(average.forecast(data.split.test));
    BOOST_TEST_MESSAGE("historical average: " << weekly.front() << " " << weekly.back());
    BOOST_TEST(weekly.front() == 3.76, tools::tolerance(5e-3));
    BOOST_TEST(weekly.back() == 3.76, tools::tolerance(5e-3));
}

}  // namespace
}  // namespace dcrnn
