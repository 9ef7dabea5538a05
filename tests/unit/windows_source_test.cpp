#include "dcrnn/data/calendar.hpp"
#include "dcrnn/data/timeline.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/readings.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::all_readings;
using support::has_note;
using support::test_file;

DataOptions starting(const std::string& day) { return support::starting(day, 0); }

BOOST_AUTO_TEST_CASE(the_series_behind_the_windows) {
    const TrafficFile file = open_readings(test_file("windows"), starting("2017-03-12"));
    const TrafficHeader& header = file.header();
    BOOST_TEST(header.layout == "windows, 25 + 4 + 7 of 3 + 2 steps");
    BOOST_TEST(header.rows() == 40);
    BOOST_TEST(header.sensors() == 2);
    BOOST_TEST(header.features() == 1);
    BOOST_TEST(format_time(header.timestamps.front()) == "2017-03-12 00:30:00");
    BOOST_TEST(format_time(header.timestamps[17]) == "2017-03-12 01:55:00");
    BOOST_TEST(format_time(header.timestamps[18]) == "2017-03-12 03:00:00");
    const auto values = all_readings(file);
    for (std::size_t i = 0; i < values.size(); ++i)
        BOOST_TEST(values[i] == (i == 7 ? 0 : static_cast<double>(i) + 0.5));
    BOOST_TEST(has_note(file, "feature 1 is the time of day"));
    BOOST_TEST(has_note(file, "numbered from 0"));
}

BOOST_AUTO_TEST_CASE(sets_are_ordered_by_their_names) {
    const std::vector<std::string> sets{test_file("windows/val.npz"), test_file("windows/test.npz"),
                                        test_file("windows/train.npz")};
    BOOST_TEST(open_readings(sets, starting("2017-03-12")).header().rows() == 40);
    const TrafficFile one = open_readings(test_file("windows/val.npz"), starting("2017-03-12"));
    BOOST_TEST(one.header().rows() == 8);  // 4 windows of 5 rows
    BOOST_TEST(all_readings(one).front() == 50.5);
}

BOOST_AUTO_TEST_CASE(windows_in_between_may_be_absent) {
    const std::vector<std::string> apart{test_file("windows/train.npz"),
                                         test_file("windows/test.npz")};
    // The training windows end in row 28, the test windows begin with row 29.
    support::expect_error(ErrorKind::data, {"test.npz' does not follow", "train.npz", "by itself"},
                          [&] { open_readings(apart, starting("2017-03-12")); });
    const std::vector<std::string> again{test_file("windows/train.npz"),
                                         test_file("windows/train.npz")};
    support::expect_error(ErrorKind::data, {"does not follow"},
                          [&] { open_readings(again, starting("2017-03-12")); });
}

BOOST_AUTO_TEST_CASE(the_day_is_the_users_to_say) {
    const std::string folder = test_file("windows");
    support::expect_error(ErrorKind::usage, {"which day", "00:30:00", "--start"},
                          [&] { open_readings(folder); });
    support::expect_error(ErrorKind::usage, {"--start 2017-03-12 00:25", "00:30:00"},
                          [&] { open_readings(folder, starting("2017-03-12 00:25")); });
    support::expect_error(ErrorKind::usage, {"--step-minutes 15", "5 min"},
                          [&] { open_readings(folder, support::starting("2017-03-12", 15)); });
    BOOST_TEST(open_readings(folder, starting("2017-03-12 00:30")).header().rows() == 40);
}

BOOST_AUTO_TEST_CASE(windows_out_of_order_are_refused_with_the_place) {
    support::expect_error(ErrorKind::data, {"windows_shuffled.npz", "x[4, 0, 0]", "shuffled"}, [] {
        open_readings(test_file("windows_shuffled.npz"), starting("2017-03-12"));
    });
}

BOOST_AUTO_TEST_CASE(windows_without_a_time_of_day) {
    const std::string path = test_file("windows_bare.npz");
    support::expect_error(ErrorKind::usage, {"windows_bare.npz", "time of day", "--step-minutes"},
                          [&] { open_readings(path, starting("2017-03-12")); });
    const TrafficFile file = open_readings(path, support::starting("2017-03-12", 5));
    BOOST_TEST(file.header().rows() == 29);
    BOOST_TEST(all_readings(file).back() == 57.5);
    BOOST_TEST(!file.is_wide());
    BOOST_TEST(has_note(file, "gaps would not show"));
}

BOOST_AUTO_TEST_CASE(the_last_rows_may_know_readings_only) {
    const TrafficFile file = open_readings(test_file("windows_short.npz"), starting("2017-03-12"));
    BOOST_TEST(file.header().rows() == 29);
    BOOST_TEST(all_readings(file).back() == 57.5);
    BOOST_TEST(file.header().timestamps[28] - file.header().timestamps[26] == 600);
    BOOST_TEST(has_note(file, "the last 2 rows have no time of day"));
}

BOOST_AUTO_TEST_CASE(a_folder_without_windows) {
    const support::TemporaryFolder folder;
    support::expect_error(ErrorKind::data, {"directory without train.npz"},
                          [&] { open_readings(folder.path().string()); });
}

// Every row of the public series comes back from its windows.
void expect_recovered(const std::string& folder, const std::string& whole, const std::string& start,
                      std::size_t gaps) {
    const std::string windows = support::shared_file("data/" + folder);
    const std::string series = support::shared_file("data/" + folder + "/" + whole);
    if (windows.empty() || series.empty()) return;
    const TrafficFile found = open_readings(windows, starting(start));
    const TrafficFile expected = open_readings(series);
    BOOST_TEST(found.header().rows() == expected.header().rows());
    BOOST_TEST((found.header().timestamps == expected.header().timestamps));
    BOOST_TEST(read_timeline(found.header().timestamps).gaps.size() == gaps);
    BOOST_TEST((all_readings(found) == all_readings(expected)));
}

BOOST_AUTO_TEST_CASE(metr_la_10_is_recovered) {
    expect_recovered("metr-la-10", "metr-la-10.h5", "2012-03-01", 0);
}

BOOST_AUTO_TEST_CASE(pems_bay_ca85_is_recovered) {
    expect_recovered("pems-bay-ca85", "pems-bay-ca85.h5", "2017-01-01", 1);
}

}  // namespace
}  // namespace dcrnn
