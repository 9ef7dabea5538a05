#include "dcrnn/error.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
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
using support::starting;
using support::TemporaryFolder;
using support::write_text;
using Strings = std::vector<std::string>;
using Times = std::vector<std::int64_t>;
using Values = std::vector<double>;

constexpr std::int64_t kStart = 1330560000;  // 2012-03-01

TrafficFile read(const std::string& text, const DataOptions& options = {}) {
    const TemporaryFolder folder;
    return open_readings(write_text(folder.file("a.csv"), text), options);
}

BOOST_AUTO_TEST_CASE(times_and_ids_are_read) {
    const TrafficFile file = read(
        "time,773869,767541\n"
        "2012-03-01 00:00:00,64.375,67.625\n"
        "2012-03-01 00:05:00,62.5,0\n");
    BOOST_TEST(file.header().layout == "wide CSV");
    BOOST_TEST(file.header().sensor_ids == (Strings{"773869", "767541"}));
    BOOST_TEST(file.header().feature_names == Strings{"value"});
    BOOST_TEST(file.header().timestamps == (Times{kStart, kStart + 300}));
    BOOST_TEST(all_readings(file) == (Values{64.375, 67.625, 62.5, 0}));
    BOOST_TEST(file.is_wide());
}

BOOST_AUTO_TEST_CASE(line_ends_quotes_blank_lines_and_a_mark_do_not_matter) {
    const std::string plain = "time,a,b\n2012-03-01 00:00,1,2\n2012-03-01 00:05,3,4\n";
    for (const std::string end : {"\r\n", "\r", "\r\r\n", "\n\n"}) {
        std::string text = "\xEF\xBB\xBF";
        for (const char c : plain) text += c == '\n' ? end : std::string(1, c);
        BOOST_TEST(all_readings(read(text)) == (Values{1, 2, 3, 4}));
    }
    const TrafficFile file = read(
        "\"time\",\"a, \"\"x\"\"\", b \n"
        "\"2012-03-01 00:00\", 1 ,\"2\"\n2012-03-01 00:05,3,4");
    BOOST_TEST(file.header().sensor_ids == (Strings{"a, \"x\"", "b"}));
    BOOST_TEST(all_readings(file) == (Values{1, 2, 3, 4}));
}

// A copy that was cut short within a number reads as another number.
BOOST_AUTO_TEST_CASE(a_last_line_without_an_end_is_doubted) {
    const std::string text = "time,a,b\n2012-03-01 00:00,1,2\n2012-03-01 00:05,3,45";
    BOOST_TEST(has_note(read(text), "last line has no end"));
    BOOST_TEST(!has_note(read(text + "\n"), "last line has no end"));
    for (std::size_t length = 31; length < text.size() - 2; ++length)
        support::expect_error(ErrorKind::data, {"a.csv"}, [&] { read(text.substr(0, length)); });
}

BOOST_AUTO_TEST_CASE(separators_and_decimal_commas) {
    BOOST_TEST(
        all_readings(read("time\ta\tb\n2012-03-01 00:00\t1.5\t2\n2012-03-01 00:05\t3\t4\n")) ==
        (Values{1.5, 2, 3, 4}));
    BOOST_TEST(all_readings(read("time;a;b\n1.3.2012 0:00;1,5;2\n1.3.2012 0:05;-3,25;1e1\n")) ==
               (Values{1.5, 2, -3.25, 10}));
}

BOOST_AUTO_TEST_CASE(empty_and_nan_cells_are_missing) {
    const Values values =
        all_readings(read("time,a,b,c\n2012-03-01 00:00,,NaN,1\n"
                          "2012-03-01 00:05,n/a,null,+2\n"));
    for (const std::size_t i : {0u, 1u, 3u, 4u}) BOOST_TEST(std::isnan(values[i]));
    BOOST_TEST(values[2] == 1);
    BOOST_TEST(values[5] == 2);
}

BOOST_AUTO_TEST_CASE(without_times_the_user_gives_them) {
    const std::string ids = "773869,767541\n64.375,67.625\n62.5,0\n";
    support::expect_error(ErrorKind::usage,
                          {"a.csv", "no column of times", "--start", "--step-minutes"},
                          [&] { read(ids); });
    const TrafficFile file = read(ids, starting("2012-03-01", 5));
    BOOST_TEST(file.header().sensor_ids == (Strings{"773869", "767541"}));
    BOOST_TEST(file.header().timestamps == (Times{kStart, kStart + 300}));
    BOOST_TEST(all_readings(file) == (Values{64.375, 67.625, 62.5, 0}));

    const TrafficFile bare = read("1.5,2\n3,4\n5,6\n", starting("2012-03-01 00:10", 0.5));
    BOOST_TEST(bare.header().sensor_ids == (Strings{"0", "1"}));
    BOOST_TEST(has_note(bare, "numbered from 0"));
    BOOST_TEST(bare.header().timestamps == (Times{kStart + 600, kStart + 630, kStart + 660}));
}

BOOST_AUTO_TEST_CASE(a_counting_first_column_is_no_sensor) {
    const auto options = starting("2012-03-01", 5);
    const TrafficFile file = read(",a,b\n0,1,2\n1,3,4\n2,5,6\n", options);
    BOOST_TEST(file.header().sensor_ids == (Strings{"a", "b"}));
    BOOST_TEST(all_readings(file) == (Values{1, 2, 3, 4, 5, 6}));
    support::expect_error(ErrorKind::data, {"line 4", "'3'", "2 is next"},
                          [&] { read(",a,b\n0,1,2\n1,3,4\n3,5,6\n", options); });
}

BOOST_AUTO_TEST_CASE(whole_numbers_in_the_first_line_are_ids_or_readings) {
    auto options = starting("2012-03-01", 5);
    const std::string flows = "12,15\n30,31\n";
    support::expect_error(ErrorKind::usage, {"first line", "--first-line header"},
                          [&] { read(flows, options); });
    BOOST_TEST(read("0,1,2\n5,6,7\n", options).header().rows() == 1);
    options.source.first_line = FirstLine::readings;
    BOOST_TEST(all_readings(read(flows, options)) == (Values{12, 15, 30, 31}));
    options.source.first_line = FirstLine::header;
    BOOST_TEST(read(flows, options).header().sensor_ids == (Strings{"12", "15"}));
}

BOOST_AUTO_TEST_CASE(ids_can_come_from_a_file) {
    const TemporaryFolder folder;
    auto options = starting("2012-03-01", 5);
    options.source.ids = write_text(folder.file("ids.txt"), "773869,767541\n");
    const std::string path = write_text(folder.file("a.csv"), "1.5,2\n3,4\n");
    BOOST_TEST(open_readings(path, options).header().sensor_ids == (Strings{"773869", "767541"}));
    write_text(options.source.ids, "1,2,3");
    support::expect_error(ErrorKind::data, {"ids.txt", "names 3 sensors", "has 2"},
                          [&] { open_readings(path, options); });
}

BOOST_AUTO_TEST_CASE(thousands_of_columns) {
    std::string text = "time";
    for (int i = 0; i < 5000; ++i) text += ",s" + std::to_string(i);
    for (const char* time : {"\n2012-03-01 00:00", "\n2012-03-01 00:05"}) {
        text += time;
        for (int i = 0; i < 5000; ++i) text += "," + std::to_string(i) + ".5";
    }
    const TrafficFile file = read(text);
    BOOST_TEST(file.header().sensors() == 5000);
    BOOST_TEST(all_readings(file)[9999] == 4999.5);
}

BOOST_AUTO_TEST_CASE(broken_files_are_refused_with_the_place) {
    const auto refused = [](std::initializer_list<const char*> words, const std::string& text) {
        support::expect_error(ErrorKind::data, words, [&] { read(text); });
    };
    const std::string start = "time,a,b\n2012-03-01 00:00,1,2\n";
    refused({"a.csv", "line 3, column 3 ('b')", "'x7'", "correct the cell"},
            start + "2012-03-01 00:05,3,x7\n");
    refused({"line 3, column 2", "'inf'"}, start + "2012-03-01 00:05,inf,4\n");
    refused({"line 3, column 2", "'1e999'"}, start + "2012-03-01 00:05,1e999,4\n");
    refused({"line 3, column 2", "'1,5'"}, start + "2012-03-01 00:05,\"1,5\",4\n");
    refused({"line 3", "has 2 cells", "have 3"}, start + "2012-03-01 00:05,3\n");
    refused({"line 3", "has 4 cells"}, start + "2012-03-01 00:05,3,4,5\n");
    refused({"line 3", "'yesterday' is no time"}, start + "yesterday,3,4\n");
    refused({"line 3", "is no time"}, start + "2012-02-30 00:05,3,4\n");
    refused({"repeated at row 1"}, start + "2012-03-01 00:00,3,4\n");
    refused({"'a' stands twice"}, "time,a,a\n2012-03-01 00:00,1,2\n2012-03-01 00:05,1,2\n");
    refused({"line 3 on", "quotation mark"}, start + "2012-03-01 00:05,\"3,4\n");
    std::string counted = "name,a\n";  // 12 rows that count from 1 under a name that tells nothing
    for (int row = 1; row <= 12; ++row) counted += std::to_string(row) + ",60.5\n";
    refused({"first column", "counts its rows", "name it 'index'"}, counted);
    refused({"single column"}, "a\n1\n2\n");
    refused({"1 line(s)"}, "time,a,b\n");
    refused({"binary data"}, start + std::string(2000, ' ') + std::string("\0,3\n", 4));
}

BOOST_AUTO_TEST_CASE(metr_la_week_is_its_hdf5_file) {
    const std::string csv = support::shared_file("data/metr-la-week/los_speed.csv");
    const std::string hdf5 = support::shared_file("data/metr-la-week/metr-la-week.h5");
    if (csv.empty() || hdf5.empty()) return;
    const TrafficFile text = open_readings(csv, starting("2012-03-01 00:00", 5));
    const TrafficFile file = open_readings(hdf5);
    BOOST_TEST(text.header().rows() == 2016);
    BOOST_TEST(text.header().sensor_ids == file.header().sensor_ids);
    BOOST_TEST((text.header().timestamps == file.header().timestamps));
    BOOST_TEST((all_readings(text) == all_readings(file)));
}

}  // namespace
}  // namespace dcrnn
