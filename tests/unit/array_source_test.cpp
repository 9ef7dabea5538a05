#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/readings.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::all_readings;
using support::starting;
using support::test_file;
using Strings = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(an_archive_as_of_pems) {
    const std::string path = test_file("flow.npz");
    support::expect_error(ErrorKind::usage, {"flow.npz", "an array has no times", "--start"},
                          [&] { open_readings(path); });
    auto options = starting("2018-01-01", 5);
    BOOST_TEST(open_readings(path, options).header().feature_names ==
               (Strings{"value1", "value2"}));
    options.source.feature_names = "flow, occupancy";
    const TrafficFile file = open_readings(path, options);
    BOOST_TEST(file.header().feature_names == (Strings{"flow", "occupancy"}));
    BOOST_TEST(file.header().sensor_ids == (Strings{"0", "1", "2"}));
    BOOST_TEST(file.header().timestamps.back() - file.header().timestamps.front() == 900);
    const auto values = all_readings(file);
    for (std::size_t i = 0; i < 24; ++i) BOOST_TEST(values[i] == static_cast<double>(i));
    BOOST_TEST(file.is_wide());
    std::vector<float> row(6);
    file.read_rows(2, 1, row.data());
    BOOST_TEST(row == (std::vector<float>{12, 13, 14, 15, 16, 17}));
    options.source.feature_names = "flow";
    support::expect_error(ErrorKind::usage, {"--feature-names", "consists of 2"},
                          [&] { open_readings(path, options); });
}

BOOST_AUTO_TEST_CASE(an_array_in_fortran_order) {
    const TrafficFile file = open_readings(test_file("speed.npy"), starting("2018-01-01", 5));
    BOOST_TEST(file.header().layout == "NumPy array of <f4 [4, 3]");
    BOOST_TEST(!file.is_wide());
    const auto values = all_readings(file);
    for (std::size_t i = 0; i < 12; ++i) BOOST_TEST(values[i] == static_cast<double>(2 * i));
}

BOOST_AUTO_TEST_CASE(an_array_is_chosen_by_name) {
    auto options = starting("2018-01-01", 5);
    support::expect_error(ErrorKind::data, {"no array data", "--values"},
                          [&] { open_readings(test_file("numpy_arrays.npz"), options); });
    options.source.values = "nothing";
    support::expect_error(ErrorKind::data, {"nothing"},
                          [&] { open_readings(test_file("numpy_arrays.npz"), options); });
}

}  // namespace
}  // namespace dcrnn
