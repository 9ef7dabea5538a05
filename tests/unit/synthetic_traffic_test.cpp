// The made-up traffic: a function of its options, lifelike, and with what a graph network needs.
#include "synthetic_traffic.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

struct City {
    TrafficContent content;
    std::int64_t sensors, rows;

    explicit City(const SyntheticOptions& options)
        : content(make_synthetic_traffic(options)),
          sensors(options.sensors),
          rows(static_cast<std::int64_t>(content.timestamps.size())) {}

    double reading(std::int64_t row, std::int64_t sensor) const {
        return content.values[static_cast<std::size_t>(row * sensors + sensor)];
    }
    double weight(std::int64_t from, std::int64_t to) const {
        return content.adjacency[static_cast<std::size_t>(from * sensors + to)];
    }
};

// Correlation of the readings of a and, `later` rows afterwards, of b.
double correlation(const City& city, std::int64_t a, std::int64_t b, std::int64_t later) {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (std::int64_t row = 0; row + later < city.rows; ++row) {
        const double first = city.reading(row, a), second = city.reading(row + later, b);
        if (first == 0 || second == 0) continue;
        n += 1, x += first, y += second;
        xx += first * first, yy += second * second, xy += first * second;
    }
    return (xy / n - x / n * y / n) /
           std::sqrt((xx / n - x / n * x / n) * (yy / n - y / n * y / n));
}

// Mean of the valid readings of all sensors on workdays in an hour of the day.
double workday_mean(const City& city, std::int64_t hour) {
    double sum = 0, count = 0;
    for (std::int64_t row = 0; row < city.rows; ++row) {
        const std::int64_t time = city.content.timestamps[static_cast<std::size_t>(row)];
        const std::int64_t day = (time / 86400 + 3) % 7;  // 0 Monday
        if (day >= 5 || time % 86400 / 3600 != hour) continue;
        for (std::int64_t sensor = 0; sensor < city.sensors; ++sensor) {
            if (city.reading(row, sensor) == 0) continue;
            sum += city.reading(row, sensor);
            count += 1;
        }
    }
    return sum / count;
}

const City& sample() {
    static const City city{SyntheticOptions{}};
    return city;
}

BOOST_AUTO_TEST_CASE(is_a_function_of_the_options) {
    const TrafficContent again = make_synthetic_traffic({});
    BOOST_TEST(again.values == sample().content.values);
    BOOST_TEST(again.timestamps == sample().content.timestamps);
    BOOST_TEST(again.adjacency == sample().content.adjacency);
    SyntheticOptions other;
    other.seed = 2;
    BOOST_TEST((make_synthetic_traffic(other).values != again.values));
}

// Readings are rounded to 0.1, so their sum in tenths is a whole number on any platform.
BOOST_AUTO_TEST_CASE(is_equal_on_every_platform) {
    const auto& values = sample().content.values;
    const double tenths =
        std::accumulate(values.begin(), values.end(), 0.0,
                        [](double sum, double value) { return sum + std::round(10 * value); });
    BOOST_TEST(tenths == 126026149);
    BOOST_TEST(values[0] == 86.2);
}

BOOST_AUTO_TEST_CASE(has_the_shape_of_a_traffic_file) {
    const City& city = sample();
    const auto& content = city.content;
    BOOST_TEST(content.values.size() == static_cast<std::size_t>(city.rows * 20));
    BOOST_TEST(content.sensor_ids.size() == 20u);
    BOOST_TEST(content.sensor_ids[0] == "S001");
    BOOST_TEST(content.sensor_ids[19] == "S020");
    BOOST_TEST(content.feature_names == std::vector<std::string>{"speed"});
    BOOST_TEST(content.feature_units == std::vector<std::string>{"km/h"});
    const auto range = std::minmax_element(content.values.begin(), content.values.end());
    BOOST_TEST(*range.first == 0);
    BOOST_TEST(*range.second < 120);
    const auto missing = std::count(content.values.begin(), content.values.end(), 0.0);
    const double share = static_cast<double>(missing) / static_cast<double>(content.values.size());
    BOOST_TEST(share > 0.005);
    BOOST_TEST(share < 0.03);
}

BOOST_AUTO_TEST_CASE(has_a_few_gaps) {
    const auto& times = sample().content.timestamps;
    int gaps = 0;
    for (std::size_t i = 1; i < times.size(); ++i) {
        const std::int64_t step = times[i] - times[i - 1];
        BOOST_TEST_REQUIRE((step > 0 && step % 300 == 0));
        if (step == 300) continue;
        ++gaps;
        BOOST_TEST(step >= 7 * 300);
    }
    BOOST_TEST(gaps >= 1);
    BOOST_TEST(gaps <= 8);
    BOOST_TEST(times.front() == 1704067200);
    BOOST_TEST(times.back() == 1704067200 + 28 * 86400 - 300);
}

BOOST_AUTO_TEST_CASE(roads_are_directed_and_reach_every_sensor) {
    const City& city = sample();
    int one_way = 0;
    for (std::int64_t i = 0; i < city.sensors; ++i) {
        BOOST_TEST(city.weight(i, i) == 1);
        const std::int64_t next = (i + 1) % city.sensors;
        BOOST_TEST(city.weight(i, next) >= 0.1);
        one_way += city.weight(next, i) == 0 ? 1 : 0;
    }
    BOOST_TEST(one_way > city.sensors / 2);
}

BOOST_AUTO_TEST_CASE(rush_hours_slow_the_city_on_workdays) {
    const double night = workday_mean(sample(), 2);
    BOOST_TEST(workday_mean(sample(), 7) < 0.9 * night);
    BOOST_TEST(workday_mean(sample(), 17) < 0.9 * night);
    BOOST_TEST(workday_mean(sample(), 23) > 0.9 * night);
}

// Congestion moves against the traffic: a sensor will read what the next one down the road reads
// now, and hardly the other way round. 10 minutes are the way to the next sensor, 50 to the fifth.
BOOST_AUTO_TEST_CASE(congestion_travels_upstream) {
    const City& city = sample();
    double near = 0, far = 0, now = 0, reverse = 0;
    for (std::int64_t i = 0; i < city.sensors; ++i) {
        const double share = 1 / static_cast<double>(city.sensors);
        near += share * correlation(city, (i + 1) % city.sensors, i, 2);
        far += share * correlation(city, (i + 5) % city.sensors, i, 10);
        now += share * correlation(city, (i + 5) % city.sensors, i, 0);
        reverse += share * correlation(city, i, (i + 5) % city.sensors, 10);
    }
    BOOST_TEST_MESSAGE(near << " " << far << " " << now << " " << reverse);
    BOOST_TEST(near > 0.7);
    BOOST_TEST(far > now + 0.2);
    BOOST_TEST(far > reverse + 0.2);
}

BOOST_AUTO_TEST_CASE(any_size_works) {
    for (const std::int64_t sensors : {1, 2, 3, 70}) {
        SyntheticOptions options;
        options.sensors = sensors;
        options.days = 1;
        const City city(options);
        BOOST_TEST(city.content.values.size() == static_cast<std::size_t>(city.rows * sensors));
        BOOST_TEST(city.content.adjacency.size() == static_cast<std::size_t>(sensors * sensors));
        BOOST_TEST(city.rows > 200);
    }
}

}  // namespace
}  // namespace dcrnn
