#include "written_time.hpp"

#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace dcrnn {
namespace {

constexpr std::int64_t kStart = 1330560000;  // 2012-03-01

std::vector<std::int64_t> read(const std::vector<std::string>& texts,
                               DateOrder order = DateOrder::automatic) {
    TimeColumn times("a.csv", order);
    for (std::size_t i = 0; i < texts.size(); ++i) times.add(texts[i], i + 1);
    return times.finish();
}

BOOST_AUTO_TEST_CASE(the_usual_forms_are_read) {
    for (const char* text :
         {"2012-03-01 00:05:00", "2012-03-01T00:05", "2012/03/01 0:05", "2012-3-1 00:05:00.000000",
          "20120301 0005", "201203010005", "20120301000500", "1.3.2012 00:05", "01.03.2012 0:05:00",
          "2012-03-01T00:05:00Z", "2012-03-01 00:05:00+01:00", "2012-03-01T00:05:00-0800",
          "2012.03.01 12:05 AM", "1330560300", "1330560300000"})
        BOOST_TEST(read({text}).front() == kStart + 300, text);
    BOOST_TEST(read({"2012-03-01"}).front() == kStart);
    BOOST_TEST(read({"2012-03-01 12:05 pm"}).front() == kStart + 43500);
    BOOST_TEST(read({"1969-12-31 23:59:59"}).front() == -1);
}

BOOST_AUTO_TEST_CASE(what_is_no_time_is_refused) {
    for (const char* text :
         {"", "x", "64.375", "0", "773869", "2012-13-01", "2012-02-30", "2012-03-01 24:00",
          "2012-03-01 00:60", "2012-03-01 00:05:00.5", "2012-03-01 00:05 x", "2012-03/01",
          "03/01/12 00:05", "2012-03-01 13:05 PM", "13.13.2012"})
        BOOST_TEST(!looks_like_time(text), text);
    support::expect_error(ErrorKind::data, {"line 2", "a.csv", "'x' is no time"}, [] {
        read({"2012-03-01", "x"});
    });
}

BOOST_AUTO_TEST_CASE(the_order_of_day_and_month_must_be_certain) {
    const std::vector<std::string> unclear{"03/01/2012 00:00", "03/01/2012 00:05"};
    support::expect_error(ErrorKind::data, {"two ways", "--date-order day-first"},
                          [&] { read(unclear); });
    BOOST_TEST(read(unclear, DateOrder::month_first)[1] == kStart + 300);
    BOOST_TEST(read({"01/03/2012 00:05"}, DateOrder::day_first)[0] == kStart + 300);
    BOOST_TEST(read({"03/01/2012 00:00", "03/13/2012 00:00"})[0] == kStart);
    BOOST_TEST(read({"01-03-2012 00:00", "13-03-2012 00:00"})[0] == kStart);
    support::expect_error(ErrorKind::data, {"do not agree", "line 1", "line 2"}, [] {
        read({"13/03/2012", "03/13/2012"});
    });
    support::expect_error(ErrorKind::data, {"line 1 has not the order", "--date-order"},
                          [] { read({"13/03/2012"}, DateOrder::month_first); });
}

BOOST_AUTO_TEST_CASE(the_option_wants_year_first) {
    BOOST_TEST(option_time("start", "2012-03-01 00:05") == kStart + 300);
    support::expect_error(ErrorKind::usage, {"--start '03/01/2012'"},
                          [] { option_time("start", "03/01/2012"); });
}

}  // namespace
}  // namespace dcrnn
