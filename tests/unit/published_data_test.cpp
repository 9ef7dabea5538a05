// Known figures of the public data sets; skipped where the files are not there.
#include "dcrnn/data/batch.hpp"
#include "dcrnn/data/missing.hpp"
#include "dcrnn/data/windows.hpp"
#include "dcrnn/readings/open_readings.hpp"
#include "support/files.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

Series load(const std::string& path, torch::ScalarType type = torch::kDouble) {
    const TrafficFile file = open_readings(path);
    const TrafficHeader& header = file.header();
    Series series;
    series.values = torch::empty({header.rows(), header.sensors(), header.features()}, type);
    if (type == torch::kDouble)
        file.read_rows(0, header.rows(), series.values.data_ptr<double>());
    else
        file.read_rows(0, header.rows(), series.values.data_ptr<float>());
    series.timestamps = header.timestamps;
    series.timeline = read_timeline(header.timestamps);
    series.sensor_ids = header.sensor_ids;
    series.feature_names = header.feature_names;
    series.feature_units = header.feature_units;
    return series;
}

// The path, or empty and said.
std::string find(const std::string& name) {
    const std::string path = support::shared_file("data/" + name);
    if (path.empty()) BOOST_TEST_MESSAGE("skipped: no " << name << " below DCRNN_SHARED");
    return path;
}

void near(double value, double expected) {
    BOOST_TEST(value == expected, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(metr_la_first_ten_sensors) {
    const std::string path = find("metr-la-10/metr-la-10.h5");
    if (path.empty()) return;
    const Series series = load(path);
    BOOST_TEST(series.rows() == 34272);
    BOOST_TEST(series.sensors() == 10);
    BOOST_TEST(series.sensor_ids.front() == "773869");
    BOOST_TEST(series.timestamps.front() == 1330560000);
    BOOST_TEST(series.timeline.step_seconds == 300);
    BOOST_TEST(series.timeline.gaps.empty());
    BOOST_TEST(series.values[103][2][0].item<double>() == 27.625);
    near(1 - valid_targets(series.values, NullValue::zero).to(torch::kDouble).mean().item<double>(),
         0.07408671802054155);

    DataOptions options;
    const WindowSplit split = split_windows(series.rows(), options, series.timeline.gaps);
    BOOST_TEST(split.train.size() == 23974u);
    BOOST_TEST(split.validation.size() == 3425u);
    BOOST_TEST(split.test.size() == 6850u);
    const Scaler scaler = fit_scaler(series.values, split.scaler_rows, options);
    near(scaler.offset[0], 58.7856223014728);
    near(scaler.scale[0], 12.123415074283383);
    options.null_value = NullValue::none;
    const Scaler with_zeros = fit_scaler(series.values, split.scaler_rows, options);
    near(with_zeros.offset[0], 55.03912648116714);
    near(with_zeros.scale[0], 18.542221376284125);
}

// The published scaler is that of all training windows, in which inner rows stand twelve times.
BOOST_AUTO_TEST_CASE(all_training_inputs_of_metr_la_have_the_published_mean) {
    const std::string path = find("metr-la-10/metr-la-10.h5");
    if (path.empty()) return;
    const Series series = load(path);
    DataOptions options;
    options.null_value = NullValue::none;
    options.scaler = ScalerKind::none;
    const WindowSplit split = split_windows(series.rows(), options, {});
    const Scaler scaler = fit_scaler(series.values, split.scaler_rows, options);
    const BatchReader reader(series, scaler, options, torch::kCPU);
    double sum = 0, squares = 0, count = 0;
    for (std::size_t first = 0; first < split.train.size(); first += 1000) {
        const auto begin = split.train.begin() + static_cast<std::ptrdiff_t>(first);
        const auto left = std::min<std::size_t>(1000, split.train.size() - first);
        const torch::Tensor inputs =
            reader.read_inputs({begin, begin + static_cast<std::ptrdiff_t>(left)}).select(3, 0);
        sum += inputs.sum().item<double>();
        squares += inputs.square().sum().item<double>();
        count += static_cast<double>(inputs.numel());
    }
    const double mean = sum / count;
    BOOST_TEST(mean == 55.04041649, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(std::sqrt(squares / count - mean * mean) == 18.54016032,
               boost::test_tools::tolerance(1e-8));
    options.scaler = ScalerKind::published;
    const Scaler published = fit_scaler(series.values, split.scaler_rows, options);
    BOOST_TEST(published.offset[0] == mean, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(published.scale[0] == 18.54016032, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(pems_bay_ca85_has_a_spring_clock_change) {
    const std::string path = find("pems-bay-ca85/pems-bay-ca85.h5");
    if (path.empty()) return;
    const Series series = load(path);
    BOOST_TEST(series.rows() == 52116);
    BOOST_TEST(series.sensors() == 14);
    BOOST_TEST(series.sensor_ids.front() == "400017");
    BOOST_TEST(series.sensor_ids.back() == "404444");
    BOOST_TEST(series.values[20184][1][0].item<double>() == 65.9);
    BOOST_TEST_REQUIRE(series.timeline.gaps.size() == 1u);
    BOOST_TEST(describe(series.timeline.gaps[0], 300) ==
               "row 20184: from 2017-03-12 01:55:00 to 2017-03-12 03:00:00, 12 steps missing");

    DataOptions options;
    options.seq_len = options.horizon = 6;
    const WindowSplit split = split_windows(series.rows(), options, series.timeline.gaps);
    BOOST_TEST(split.left_out == 11);  // windows of 12 rows that begin at rows 20173 to 20183
    BOOST_TEST(split.train.size() == 36474u - 11u);
    BOOST_TEST(split.validation.size() == 5210u);
    BOOST_TEST(split.test.size() == 10421u);
    const Scaler scaler = fit_scaler(series.values, split.scaler_rows, options);
    near(scaler.offset[0], 63.227313936389145);
    near(scaler.scale[0], 9.026058680772056);
    options.scaler = ScalerKind::published;  // all 36,474 windows, whatever --keep-gaps says
    const Scaler published = fit_scaler(series.values, split.scaler_rows, options);
    BOOST_TEST(published.offset[0] == 63.22590704, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(published.scale[0] == 9.02951439, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(metr_la_week_is_read_in_single_precision) {
    const std::string path = find("metr-la-week/metr-la-week.h5");
    if (path.empty()) return;
    const Series single = load(path, torch::kFloat), series = load(path);
    BOOST_TEST(series.rows() == 2016);
    BOOST_TEST(series.sensors() == 207);
    BOOST_TEST(single.values.equal(series.values.to(torch::kFloat)));
}

BOOST_AUTO_TEST_CASE(a_file_of_python_2) {
    const std::string path = find("hdf5/ml-playground_store.h5");
    if (path.empty()) return;
    const Series series = load(path);
    BOOST_TEST(series.sensor_ids == (std::vector<std::string>{"A", "B", "C"}));
    BOOST_TEST(series.timestamps.front() == 946684800);  // 2000-01-01
    BOOST_TEST(series.timeline.step_seconds == 86400);
    BOOST_TEST(series.rows() == 8);
    BOOST_TEST(std::abs(series.values[1][0][0].item<double>() + 1.13563237) < 1e-8);
}

}  // namespace
}  // namespace dcrnn
