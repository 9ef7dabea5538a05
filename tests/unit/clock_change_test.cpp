#include "dcrnn/data/clock_change.hpp"

#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

namespace dcrnn {
namespace {

using Times = std::vector<std::int64_t>;
constexpr std::int64_t kMidnight = 1509840000;  // 2017-11-05 00:00:00, clocks go back at 02:00

// Ascending times from hour `from` to before hour `to`.
Times span(double from, double to, std::int64_t step = 300) {
    Times times;
    for (auto time = kMidnight + static_cast<std::int64_t>(from * 3600);
         time < kMidnight + static_cast<std::int64_t>(to * 3600); time += step)
        times.push_back(time);
    return times;
}

Times operator+(Times a, const Times& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Times twice(const Times& times) {
    Times doubled;
    for (const std::int64_t time : times) doubled.insert(doubled.end(), 2, time);
    return doubled;
}

Times kept_rows(const KeptRows& kept) {
    Times rows;
    for (const RowBlock& block : kept.blocks)
        for (std::int64_t i = 0; i < block.count; ++i) rows.push_back(block.first + i);
    return rows;
}

Times select(const Times& times, const Times& rows) {
    Times selected;
    for (const std::int64_t row : rows) selected.push_back(times[static_cast<std::size_t>(row)]);
    return selected;
}

// The kept times are those of a clock that was not set back, of each the first row with it.
void check_kept(const Times& times, const Times& expected) {
    const KeptRows kept = keep_ascending(times, "a.h5");
    const Times rows = kept_rows(kept);
    BOOST_TEST(select(times, rows) == expected);
    for (const std::int64_t row : rows)
        for (std::int64_t earlier = 0; earlier < row; ++earlier)
            BOOST_TEST(times[static_cast<std::size_t>(earlier)] !=
                       times[static_cast<std::size_t>(row)]);
    BOOST_TEST_REQUIRE(kept.notes.size() == 1u);
    BOOST_TEST(kept.notes[0].find("from 2017-11-05 01:00:00 to 2017-11-05 02:00:00") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(ascending_rows_are_all_kept) {
    const KeptRows kept = keep_ascending(span(0, 1) + span(2, 4), "a.h5");
    BOOST_TEST_REQUIRE(kept.blocks.size() == 1u);
    BOOST_TEST(kept.blocks[0].first == 0);
    BOOST_TEST(kept.blocks[0].count == 36);
    BOOST_TEST(kept.notes.empty());
}

BOOST_AUTO_TEST_CASE(the_second_pass_of_a_repeated_hour_is_left_out) {
    check_kept(span(0, 2) + span(1, 4), span(0, 4));
    check_kept(span(0, 2) + span(1, 2), span(0, 2));                   // at the end of the file
    check_kept(span(1, 2) + span(1, 4), span(1, 4));                   // and at its beginning
    check_kept(span(0, 2, 900) + span(1, 24, 900), span(0, 24, 900));  // of another step
    check_kept(span(0, 2) + span(1, 2) + span(3, 4), span(0, 2) + span(3, 4));
}

BOOST_AUTO_TEST_CASE(the_second_of_each_pair_in_a_repeated_hour_is_left_out) {
    check_kept(span(0, 1) + twice(span(1, 2)) + span(2, 4), span(0, 4));
    check_kept(twice(span(1, 2)) + span(2, 4), span(1, 4));
    check_kept(span(0, 1) + twice(span(1, 2)), span(0, 2));
    check_kept(span(0, 1, 3600) + twice(span(1, 2, 3600)) + span(2, 24, 3600), span(0, 24, 3600));
}

BOOST_AUTO_TEST_CASE(two_years_have_two_clock_changes) {
    constexpr std::int64_t year = 364 * 86400;
    Times later = span(0, 2) + span(1, 4);
    for (std::int64_t& time : later) time += year;
    const KeptRows kept = keep_ascending(span(0, 2) + span(1, 4) + later, "a.h5");
    BOOST_TEST(kept.notes.size() == 2u);
    BOOST_TEST(kept_rows(kept).size() == 2u * 48u);
}

void check_refused(const Times& times, std::initializer_list<const char*> words) {
    support::expect_error(ErrorKind::data, words, [&] { keep_ascending(times, "a.h5"); });
}

BOOST_AUTO_TEST_CASE(anything_else_that_does_not_ascend_is_refused) {
    // one row back, one row twice
    check_refused(span(0, 1) + Times{kMidnight + 300} + span(1, 2),
                  {"a.h5", "not ascending at row 12", "2017-11-05 00:05:00", "00:55:00"});
    check_refused(span(0, 1) + Times{kMidnight + 3300} + span(1, 2),
                  {"a.h5", "repeated at row 12", "2017-11-05 00:55:00"});
    check_refused(span(0, 2) + Times{kMidnight + 3600} + span(2, 4), {"at row 24"});
    // half an hour, two hours, an hour of which a row is missing
    check_refused(span(0, 2) + span(1.5, 4), {"not ascending at row 24"});
    check_refused(span(0, 3) + span(1, 4), {"not ascending at row 36"});
    check_refused(span(0, 2) + span(1, 1.5) + span(1.75, 4), {"not ascending at row 24"});
    check_refused(span(0, 1) + twice(span(1, 1.5)) + span(1.5, 4), {"repeated at row 13"});
    check_refused(span(0, 1) + twice(span(1.5, 2)) + span(2, 4), {"repeated at row 13"});
    // an hour that no clock repeats
    check_refused(span(0, 13) + span(12, 24), {"not ascending at row 156", "12:00:00"});
    // the same hour three times
    check_refused(span(0, 2) + span(1, 2) + span(1, 4), {"row 24"});
    // all of it backwards
    check_refused(Times{kMidnight + 600, kMidnight + 300, kMidnight}, {"not ascending at row 1"});
    check_refused(Times{kMidnight, kMidnight}, {"repeated at row 1"});
}

}  // namespace
}  // namespace dcrnn
