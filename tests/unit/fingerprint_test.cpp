#include "dcrnn/data/fingerprint.hpp"

#include "support/series.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <vector>

namespace dcrnn {
namespace {

Series series(torch::ScalarType type = torch::kDouble) {
    support::TrafficRecipe recipe;
    recipe.rows = 3 * kFingerprintBlock + 17;
    return support::make_series(recipe, type);
}

std::uint64_t fingerprint(const Series& data, std::int64_t parts = 1) {
    std::uint64_t sum = 0;
    for (std::int64_t part = 0; part < parts; ++part) sum += fingerprint_part(data, part, parts);
    return sum;
}

BOOST_AUTO_TEST_CASE(it_does_not_depend_on_who_hashes_what) {
    const Series data = series();
    for (const std::int64_t parts : {2, 3, 4, 7})
        BOOST_TEST(fingerprint(data, parts) == fingerprint(data));
}

BOOST_AUTO_TEST_CASE(every_change_changes_it) {
    const std::uint64_t original = fingerprint(series());
    const std::vector<std::function<void(Series&)>> changes{
        [](Series& data) { data.values[0][0][0] = 1.5; },
        [](Series& data) { data.values[data.rows() - 1][3][0] = std::nan(""); },
        [](Series& data) {  // two equal blocks in each other's place
            const torch::Tensor first = data.values.narrow(0, 0, kFingerprintBlock);
            const torch::Tensor second =
                data.values.narrow(0, kFingerprintBlock, kFingerprintBlock);
            const torch::Tensor kept = first.clone();
            first.copy_(second);
            second.copy_(kept);
        },
        [](Series& data) { data.values = data.values.narrow(0, 0, data.rows() - 1); },
        [](Series& data) {
            data.values = data.values.view({data.rows(), 2, 2});
        },
        [](Series& data) { ++data.timestamps[5]; },
        [](Series& data) { data.sensor_ids[2] = "other"; },
        [](Series& data) { std::swap(data.sensor_ids[0], data.sensor_ids[1]); },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Series data = series();
        changes[i](data);
        BOOST_TEST(fingerprint(data) != original, "change " << i);
    }
}

BOOST_AUTO_TEST_CASE(equal_readings_have_equal_fingerprints) {
    Series zero = series(), negative = series(), single = series(torch::kFloat);
    zero.values[1][1][0] = 0.0;
    negative.values[1][1][0] = -0.0;
    BOOST_TEST(fingerprint(zero) == fingerprint(negative));
    zero.values[1][1][0] = std::nan("");
    negative.values[1][1][0] = -std::nan("7");
    BOOST_TEST(fingerprint(zero) == fingerprint(negative));
    Series rounded = single;
    rounded.values = single.values.to(torch::kDouble);
    BOOST_TEST(fingerprint(rounded) == fingerprint(single));
}

}  // namespace
}  // namespace dcrnn
