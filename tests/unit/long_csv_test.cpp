#include "support/expect_error.hpp"
#include "support/readings.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::all_readings;
using support::has_note;
using support::TemporaryFolder;
using support::write_text;
using Strings = std::vector<std::string>;
using Values = std::vector<double>;

TrafficFile read(const std::string& text, const DataOptions& options = {},
                 const std::string& name = "a.csv") {
    const TemporaryFolder folder;
    return open_readings(write_text(folder.file(name), text), options);
}

BOOST_AUTO_TEST_CASE(rows_in_any_order_become_a_series) {
    const TrafficFile file = read(
        "time,sensor_id,speed,flow\n"
        "2012-03-01 00:05,a,3,30\n2012-03-01 00:00,b,2,20\n"
        "2012-03-01 00:00,a,1,10\n2012-03-01 00:10,b,6,60\n"
        "2012-03-01 00:10,a,5,\n");
    BOOST_TEST(file.header().layout == "long CSV");
    BOOST_TEST(file.header().sensor_ids == (Strings{"a", "b"}));
    BOOST_TEST(file.header().feature_names == (Strings{"speed", "flow"}));
    BOOST_TEST(file.header().timestamps ==
               (std::vector<std::int64_t>{1330560000, 1330560300, 1330560600}));
    const Values values = all_readings(file);
    BOOST_TEST((Values(values.begin(), values.begin() + 6) == Values{1, 10, 2, 20, 3, 30}));
    for (const std::size_t missing : {6u, 7u, 9u}) BOOST_TEST(std::isnan(values[missing]));
    BOOST_TEST(values[8] == 5);
    BOOST_TEST(values[11] == 60);
    BOOST_TEST(has_note(file, "1 of 6 times and sensors have no line"));
}

BOOST_AUTO_TEST_CASE(the_columns_can_be_named) {
    DataOptions options;
    options.source.times = "when";
    options.source.ids = "where";
    options.source.values = "v";
    const std::string text = "where,x,when,v\na,1,2012-03-01 00:00,7\na,2,2012-03-01 00:05,8\n";
    BOOST_TEST(all_readings(read(text, options)) == (Values{7, 8}));
    options.source.values = "w";
    support::expect_error(ErrorKind::usage, {"no column 'w'", "--values", "where,x,when,v"},
                          [&] { read(text, options); });
}

BOOST_AUTO_TEST_CASE(a_dyna_file_of_libcity) {
    const TrafficFile file = read(
        "dyna_id,type,time,entity_id,traffic_speed\n"
        "0,state,2012-03-01T00:00:00Z,773869,64.375\n"
        "1,state,2012-03-01T00:05:00Z,773869,62.5\n"
        "2,state,2012-03-01T00:00:00Z,767541,67.625\n"
        "3,state,2012-03-01T00:05:00Z,767541,0\n",
        {}, "METR_LA.dyna");
    BOOST_TEST(file.header().layout == "LibCity");
    BOOST_TEST(file.header().feature_names == Strings{"traffic_speed"});
    BOOST_TEST(file.header().sensor_ids == (Strings{"773869", "767541"}));
    BOOST_TEST(all_readings(file) == (Values{64.375, 67.625, 62.5, 0}));
}

BOOST_AUTO_TEST_CASE(the_repeated_hour_of_autumn_keeps_its_first_pass) {
    std::string text = "time,id,v\n";
    int value = 0;
    for (const char* hour : {"00", "01", "01", "02"})
        for (const char* minute : {"00", "30"})
            text += std::string("2012-11-04 ") + hour + ":" + minute + ",a," +
                    std::to_string(++value) + "\n";
    const TrafficFile file = read(text);
    BOOST_TEST(all_readings(file) == (Values{1, 2, 3, 4, 7, 8}));
    BOOST_TEST(has_note(file, "2 lines repeat the hour"));
}

BOOST_AUTO_TEST_CASE(broken_files_are_refused_with_the_place) {
    const auto refused = [](std::initializer_list<const char*> words, const std::string& text) {
        support::expect_error(ErrorKind::data, words,
                              [&] { read("time,sensor,speed\n2012-03-01 00:00,a,1\n" + text); });
    };
    refused({"line 3", "second time", "'a'"}, "2012-03-01 00:00,a,1\n");
    refused({"line 3", "2 cells"}, "2012-03-01 00:05,a\n");
    refused({"line 3, column 3 ('speed')", "'fast'"}, "2012-03-01 00:05,a,fast\n");
    refused({"line 3", "names no sensor"}, "2012-03-01 00:05,,1\n");
    std::string sparse;
    for (int i = 0; i < 3000; ++i)
        sparse += "20" + std::to_string(10 + i % 80) + "-01-0" + std::to_string(1 + i / 80 % 9) +
                  " 0" + std::to_string(i / 720) + ":00,s" + std::to_string(i) + ",1\n";
    refused({"nearly empty", "3001 lines"}, sparse);
}

}  // namespace
}  // namespace dcrnn
