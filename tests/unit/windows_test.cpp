#include "dcrnn/data/windows.hpp"

#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

#include <vector>

namespace dcrnn {
namespace {

using Rows = std::vector<std::int64_t>;

DataOptions lengths(std::int64_t seq_len, std::int64_t horizon) {
    DataOptions options;
    options.seq_len = seq_len;
    options.horizon = horizon;
    return options;
}

BOOST_AUTO_TEST_CASE(published_counts_of_metr_la) {
    const WindowSplit split = split_windows(34272, DataOptions(), {});
    BOOST_TEST(split.train.size() == 23974u);
    BOOST_TEST(split.validation.size() == 3425u);
    BOOST_TEST(split.test.size() == 6850u);
    BOOST_TEST(split.scaler_rows == 23974 + 11);
    BOOST_TEST(split.train.front() == 0);
    BOOST_TEST(split.validation.front() == 23974);
    BOOST_TEST(split.test.front() == 23974 + 3425);
    BOOST_TEST(split.test.back() + 24 == 34272);
}

// 15 windows: train 0.7 x 15 = 10.5 goes to 10, test 0.2 x 15 = 3. 5 windows of shares 0.5, 0.2,
// 0.3: train 2.5 goes to 2, test 1.5 to 2.
BOOST_AUTO_TEST_CASE(halves_are_rounded_to_even) {
    const WindowSplit fifteen = split_windows(18, lengths(2, 2), {});
    BOOST_TEST(fifteen.train.size() == 10u);
    BOOST_TEST(fifteen.validation.size() == 2u);
    BOOST_TEST(fifteen.test.size() == 3u);
    DataOptions options = lengths(1, 1);
    options.split = {0.5, 0.2, 0.3};
    const WindowSplit five = split_windows(6, options, {});
    BOOST_TEST(five.train == (Rows{0, 1}));
    BOOST_TEST(five.validation == (Rows{2}));
    BOOST_TEST(five.test == (Rows{3, 4}));
}

// Against an explicit test of every window and every gap.
BOOST_AUTO_TEST_CASE(windows_over_gaps_are_left_out_and_nothing_else_moves) {
    const std::vector<Gap> gaps{{7, 0, 0}, {8, 0, 0}, {30, 0, 0}, {59, 0, 0}};
    DataOptions options = lengths(3, 2);
    const WindowSplit whole = split_windows(60, options, {});
    const WindowSplit split = split_windows(60, options, gaps);
    const auto filter = [&](const Rows& windows) {
        Rows kept;
        for (const std::int64_t window : windows) {
            bool crosses = false;
            for (const Gap& gap : gaps)
                for (std::int64_t row = window + 1; row < window + 5; ++row)
                    crosses = crosses || row == gap.row;
            if (!crosses) kept.push_back(window);
        }
        return kept;
    };
    BOOST_TEST(split.train == filter(whole.train));
    BOOST_TEST(split.validation == filter(whole.validation));
    BOOST_TEST(split.test == filter(whole.test));
    BOOST_TEST(split.scaler_rows == whole.scaler_rows);
    BOOST_TEST(split.left_out == 5 + 4 + 1);
    BOOST_TEST(all_windows(60, options, gaps) == split.select(SplitName::all));
    options.gaps = GapRule::keep;
    BOOST_TEST(split_windows(60, options, gaps).select(SplitName::all).size() == 56u);
    BOOST_TEST(split_windows(60, options, gaps).left_out == 0);
}

void check_error(std::int64_t rows, const DataOptions& options, ErrorKind kind, const char* words) {
    support::expect_error(kind, {words}, [&] { split_windows(rows, options, {}); });
}

BOOST_AUTO_TEST_CASE(impossible_requests_are_refused) {
    check_error(23, DataOptions(), ErrorKind::data, "has 23 rows, fewer than one window");
    check_error(24, DataOptions(), ErrorKind::data, "no window is left for the");
    check_error(100, lengths(0, 12), ErrorKind::usage, "0 input");
    check_error(100, lengths(12, -1), ErrorKind::usage, "-1 forecast");
    DataOptions options;
    options.split = {0.7, 0.2, 0.2};
    check_error(100, options, ErrorKind::usage, "0.7,0.2,0.2");
    options.split = {0.8, 0.2};
    check_error(100, options, ErrorKind::usage, "0.8,0.2");
}

}  // namespace
}  // namespace dcrnn
