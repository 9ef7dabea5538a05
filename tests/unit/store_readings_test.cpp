#include "dcrnn/readings/store_readings.hpp"

#include "dcrnn/files/hdf5_file.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/readings.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::all_readings;
using support::TemporaryFolder;

TrafficFile made_up(std::int64_t rows, std::int64_t missing, std::vector<double>& values) {
    constexpr std::int64_t kSensors = 7;
    TrafficSource source;
    source.path = "made up";
    source.layout = "test";
    for (std::int64_t i = 0; i < kSensors; ++i) source.sensor_ids.push_back(std::to_string(i));
    source.feature_names = {"speed"};
    source.feature_units = {"mph"};
    for (std::int64_t row = 0; row < rows; ++row) source.timestamps.push_back(row * 300);
    values.resize(static_cast<std::size_t>(rows * kSensors));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.1 * static_cast<double>(i);
    if (missing >= 0) values[static_cast<std::size_t>(missing)] = std::nan("");
    source.rows = rows_in_memory(values, kSensors);
    return TrafficFile(std::move(source));
}

BOOST_AUTO_TEST_CASE(what_is_stored_is_read_back_bit_by_bit) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    std::vector<double> values;
    // Written in two blocks; the mask begins in the second.
    const TrafficFile from = made_up(301'000, 2'100'003, values);
    store_readings(from, path);
    require_same_readings(from, path);
    const TrafficFile stored(path);
    BOOST_TEST(stored.header().has_mask);
    BOOST_TEST(stored.header().feature_units.front() == "mph");
    BOOST_TEST(stored.is_wide());
    const auto found = all_readings(stored);
    bool equal = found.size() == values.size();
    for (std::size_t i = 0; equal && i < found.size(); ++i)
        equal = found[i] == values[i] || (std::isnan(found[i]) && std::isnan(values[i]));
    BOOST_TEST(equal);
    const auto marks = Hdf5File::open(path).read<std::uint8_t>("mask");
    BOOST_TEST(std::count(marks.begin(), marks.end(), 0) == 1);
    BOOST_TEST(marks[2'100'003] == 0);
}

BOOST_AUTO_TEST_CASE(float32_stays_float32) {
    const TemporaryFolder folder;
    const TrafficFile from =
        open_readings(support::test_file("speed.npy"), support::starting("2018-01-01", 5));
    store_readings(from, folder.file("a.h5"));
    require_same_readings(from, folder.file("a.h5"));
    BOOST_TEST(Hdf5File::open(folder.file("a.h5")).info("values").bytes == 4);
}

BOOST_AUTO_TEST_CASE(an_altered_file_is_noticed) {
    const TemporaryFolder folder;
    std::vector<double> values;
    const TrafficFile from = made_up(10, -1, values), other = made_up(10, 5, values);
    store_readings(from, folder.file("a.h5"));
    support::expect_error(ErrorKind::other, {"a.h5", "rows 0 to", "differ"},
                          [&] { require_same_readings(other, folder.file("a.h5")); });
}

BOOST_AUTO_TEST_CASE(an_infinite_reading_is_refused_with_its_place) {
    const TemporaryFolder folder;
    TrafficSource source;
    source.path = "made up";
    source.sensor_ids = {"a"};
    source.feature_names = {"v"};
    source.feature_units = {""};
    source.timestamps = {0, 300};
    source.rows =
        rows_in_memory(std::vector<double>{1, std::numeric_limits<double>::infinity()}, 1);
    const TrafficFile from(std::move(source));
    support::expect_error(ErrorKind::data, {"made up", "row 1, sensor 0", "inf"},
                          [&] { store_readings(from, folder.file("a.h5")); });
}

}  // namespace
}  // namespace dcrnn
