#include "dcrnn/data/missing.hpp"

#include "dcrnn/data/reading_block.hpp"
#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace dcrnn {
namespace {

const double kNan = std::nan("");
const double kInf = std::numeric_limits<double>::infinity();

// [1 row, 3 sensors, 2 features]
torch::Tensor readings(const std::vector<double>& values) {
    return torch::tensor(values, torch::kDouble).view({1, 3, 2});
}

std::vector<bool> flags(const torch::Tensor& mask) {
    std::vector<bool> result;
    const torch::Tensor flat = mask.flatten();
    for (std::int64_t i = 0; i < flat.numel(); ++i) result.push_back(flat[i].item<bool>());
    return result;
}

using Flags = std::vector<bool>;

BOOST_AUTO_TEST_CASE(the_null_value_says_what_is_valid) {
    const torch::Tensor values = readings({0, 0, kNan, 5, 6, kNan});
    BOOST_TEST(flags(valid_targets(values, NullValue::zero)) == (Flags{0, 0, 0, 1, 1, 0}));
    BOOST_TEST(flags(valid_targets(values, NullValue::nan)) == (Flags{1, 1, 0, 1, 1, 0}));
    BOOST_TEST(flags(valid_targets(values, NullValue::none)) == (Flags{1, 1, 0, 1, 1, 0}));
}

BOOST_AUTO_TEST_CASE(zero_is_missing_in_targets_only) {
    const torch::Tensor values = readings({0, 0, kNan, 5, 6, kNan});
    BOOST_TEST(flags(valid_readings(values, NullValue::zero, 1)) == (Flags{0, 1, 0, 1, 1, 0}));
    BOOST_TEST(flags(valid_readings(values, NullValue::zero, 2)) == (Flags{0, 0, 0, 1, 1, 0}));
    BOOST_TEST(flags(valid_readings(values, NullValue::nan, 1)) == (Flags{1, 1, 0, 1, 1, 0}));
}

BOOST_AUTO_TEST_CASE(masks_leave_the_readings_alone) {
    const torch::Tensor values = readings({0, 1, 2, 3, 4, 5});
    valid_readings(values, NullValue::zero, 2);
    BOOST_TEST(values.equal(readings({0, 1, 2, 3, 4, 5})));
}

ReadingBlock block_at(std::int64_t row, const std::vector<std::uint8_t>& valid = {}) {
    return {row, 2, 3, 2, valid};
}

// 2 rows of 3 sensors with 2 features, one of them spoilt.
std::vector<double> two_rows(std::size_t place, double value) {
    std::vector<double> values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    values[place] = value;
    return values;
}

BOOST_AUTO_TEST_CASE(nan_is_refused_unless_it_means_missing) {
    const auto values = two_rows(9, kNan);
    for (const NullValue null_value : {NullValue::zero, NullValue::none})
        support::expect_error(ErrorKind::data,
                              {"row 108", "sensor 1", "feature 1", "nan", "--null-value nan"},
                              [&] { check_readings(values.data(), block_at(107), null_value); });
    check_readings(values.data(), block_at(107), NullValue::nan);
}

BOOST_AUTO_TEST_CASE(infinity_is_refused_under_every_null_value) {
    const auto values = two_rows(4, -kInf);
    for (const NullValue null_value : {NullValue::zero, NullValue::nan, NullValue::none})
        support::expect_error(ErrorKind::data, {"row 7", "sensor 2", "feature 0", "-inf"},
                              [&] { check_readings(values.data(), block_at(7), null_value); });
}

BOOST_AUTO_TEST_CASE(a_mask_covers_its_own_readings_and_no_others) {
    std::vector<std::uint8_t> valid(12, 1);
    valid[4] = 0;
    for (const double bad : {kNan, kInf}) {
        check_readings(two_rows(4, bad).data(), block_at(0, valid), NullValue::zero);
        support::expect_error(ErrorKind::data, {"row 0", "sensor 2", "feature 1"}, [&] {
            check_readings(two_rows(5, bad).data(), block_at(0, valid), NullValue::zero);
        });
    }
}

}  // namespace
}  // namespace dcrnn
