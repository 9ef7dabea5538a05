#include "dcrnn/data/timeline.hpp"

#include "dcrnn/data/calendar.hpp"
#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

namespace dcrnn {
namespace {

constexpr std::int64_t kThursday = 1330560000;  // 2012-03-01 00:00:00

BOOST_AUTO_TEST_CASE(times_of_day_and_days_of_the_week) {
    BOOST_TEST(time_of_day(kThursday) == 0);
    BOOST_TEST(time_of_day(kThursday + 6 * 3600) == 0.25);
    BOOST_TEST(time_of_day(kThursday + 300) == 1.0 / 288);
    BOOST_TEST(time_of_day(-1) == 86399.0 / 86400);
    BOOST_TEST(day_of_week(kThursday) == 3);
    BOOST_TEST(day_of_week(kThursday + 3 * 86400 + 86399) == 6);
    BOOST_TEST(day_of_week(kThursday + 4 * 86400) == 0);
    BOOST_TEST(day_of_week(0) == 3);
    BOOST_TEST(day_of_week(-1) == 2);
}

BOOST_AUTO_TEST_CASE(times_and_durations_as_text) {
    BOOST_TEST(format_time(kThursday + 300) == "2012-03-01 00:05:00");
    BOOST_TEST(format_time(951782399) == "2000-02-28 23:59:59");
    BOOST_TEST(format_minutes(300) == "5 min");
    BOOST_TEST(format_minutes(3600) == "1 h");
    BOOST_TEST(format_minutes(86400 + 2 * 3600 + 30 * 60) == "1 d 2 h 30 min");
    BOOST_TEST(format_minutes(90) == "1 min 30 s");
    BOOST_TEST(format_minutes(0) == "0 min");
    BOOST_TEST(format_minutes(-60) == "-1 min");
}

BOOST_AUTO_TEST_CASE(the_most_frequent_difference_is_the_step) {
    const Timeline timeline = read_timeline({0, 600, 900, 1200, 1500, 1560, 1860, 2760});
    BOOST_TEST(timeline.step_seconds == 300);
    BOOST_TEST_REQUIRE(timeline.gaps.size() == 3u);
    BOOST_TEST(timeline.gaps[0].row == 1);
    BOOST_TEST(describe(timeline.gaps[0], 300) ==
               "row 1: from 1970-01-01 00:00:00 to 1970-01-01 00:10:00, 1 step missing");
    BOOST_TEST(describe(timeline.gaps[1], 300) ==
               "row 5: from 1970-01-01 00:25:00 to 1970-01-01 00:26:00, 1 min instead of 5 min");
    BOOST_TEST(timeline.gaps[2].row == 7);
    BOOST_TEST(timeline.gaps[2].from == 1860);
    BOOST_TEST(timeline.gaps[2].to == 2760);
}

BOOST_AUTO_TEST_CASE(of_equally_frequent_steps_the_shorter_wins) {
    BOOST_TEST(read_timeline({0, 900, 1200}).step_seconds == 300);
}

BOOST_AUTO_TEST_CASE(one_row_has_no_step) {
    support::expect_error(ErrorKind::data, {"1 row"}, [] { read_timeline({5}); });
}

}  // namespace
}  // namespace dcrnn
