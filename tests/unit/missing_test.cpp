#include "dcrnn/data/missing.hpp"

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

BOOST_AUTO_TEST_CASE(nan_is_refused_unless_it_means_missing) {
    const torch::Tensor values = readings({0, 1, 2, kNan, 4, 5});
    for (const NullValue null_value : {NullValue::zero, NullValue::none})
        support::expect_error(ErrorKind::data,
                              {"row 107", "sensor 1", "feature 1", "nan", "--null-value nan"},
                              [&] { check_readings(values, 107, null_value, FileMask::absent); });
    check_readings(values, 107, NullValue::nan, FileMask::absent);
    check_readings(values, 107, NullValue::zero, FileMask::present);
}

BOOST_AUTO_TEST_CASE(infinity_is_always_refused) {
    for (const double infinity : {kInf, -kInf})
        for (const NullValue null_value : {NullValue::zero, NullValue::nan, NullValue::none})
            support::expect_error(ErrorKind::data, {"row 7", "sensor 2", "feature 0", "inf"}, [&] {
                check_readings(readings({0, 1, 2, kNan, infinity, 5}), 7, null_value,
                               FileMask::present);
            });
}

}  // namespace
}  // namespace dcrnn
