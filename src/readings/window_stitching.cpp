#include "window_stitching.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dcrnn {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

class Stitching {
public:
    explicit Stitching(const WindowSet& first)
        : sensors_(first.sensors), features_(first.features) {
        series_.width = sensors_ * features_;
    }

    void add(const WindowSet& set) {
        base_ = series_.rows() == 0 ? 0 : find_base(set);
        read_all(set, set.x, set.steps, features_, 0, "x");
        read_all(set, set.y, set.following_steps, set.following_features, set.shift, "y");
        next_base_ = base_ + set.samples;
        last_name_ = set.path;
    }

    StitchedSeries finish() { return std::move(series_); }

private:
    // The place of a number in an array of windows.
    struct Place {
        const WindowSet& set;
        const char* array;
        std::int64_t sample, step;
    };

    void read_all(const WindowSet& set, const NpyArray& array, std::int64_t steps,
                  std::int64_t features, std::int64_t shift, const char* name) {
        const std::int64_t row_size = sensors_ * features, sample_size = steps * row_size;
        const std::int64_t at_once = std::max<std::int64_t>(1, (1 << 20) / sample_size);
        std::vector<double> block;
        for (std::int64_t first = 0; first < set.samples; first += at_once) {
            const std::int64_t count = std::min(at_once, set.samples - first);
            block.resize(static_cast<std::size_t>(count * sample_size));
            array.read_rows(first, count, block.data());
            for (std::int64_t i = 0; i < count * steps; ++i)
                put(base_ + shift + first + i / steps + i % steps, features,
                    block.data() + i * row_size, {set, name, first + i / steps, i % steps});
        }
    }

    // Rows are added one after the other: each window begins one row after the one before.
    void put(std::int64_t row, std::int64_t features, const double* values, const Place& place) {
        if (row >= series_.rows()) {
            series_.features.resize(static_cast<std::size_t>(row) + 1, 0);
            series_.values.resize(series_.features.size() * static_cast<std::size_t>(series_.width),
                                  std::nan(""));
        }
        std::int64_t& known = series_.features[static_cast<std::size_t>(row)];
        double* stored = series_.values.data() + row * series_.width;
        for (std::int64_t sensor = 0; sensor < sensors_; ++sensor)
            for (std::int64_t feature = 0; feature < features; ++feature) {
                double& there = stored[sensor * features_ + feature];
                const double here = values[sensor * features + feature];
                if (feature < known && !same(there, here)) refuse(place, sensor, here, there);
                there = here;
            }
        known = std::max(known, features);
    }

    [[noreturn]] static void refuse(const Place& place, std::int64_t sensor, double here,
                                    double there) {
        throw Error(
            ErrorKind::data,
            fmt::format("the windows of '{}' do not continue each other: {}[{}, {}, {}] is "
                        "{}, and {} in the windows before it",
                        place.set.path, place.array, place.sample, place.step, sensor, here, there),
            "each window must begin one row after the one before; they may be shuffled, "
            "thinned out or scaled one by one",
            "give the archives as generate_training_data writes them");
    }

    // Where the first window of a later set stands.
    std::int64_t find_base(const WindowSet& set) {
        std::vector<double> first(static_cast<std::size_t>(set.steps * series_.width));
        set.x.read_rows(0, 1, first.data());
        for (std::int64_t base = next_base_; base < series_.rows(); ++base) {
            if (!fits(first, base, set.steps)) continue;
            if (base > next_base_)
                series_.notes.push_back(
                    fmt::format("{} window(s) between '{}' and '{}' are in neither; their rows are",
                                base - next_base_, last_name_, set.path));
            return base;
        }
        throw Error(ErrorKind::data, fmt::format("'{}' does not follow '{}'", set.path, last_name_),
                    "no row of the windows before is in its first one, so that the rows between "
                    "them are unknown",
                    "import each by itself, with its own --start");
    }

    bool fits(const std::vector<double>& window, std::int64_t base, std::int64_t steps) const {
        for (std::int64_t step = 0; step < steps && base + step < series_.rows(); ++step) {
            const auto row = static_cast<std::size_t>(base + step);
            for (std::int64_t i = 0; i < series_.width; ++i)
                if (i % features_ < series_.features[row] &&
                    !same(window[static_cast<std::size_t>(step * series_.width + i)],
                          series_.values[row * static_cast<std::size_t>(series_.width) +
                                         static_cast<std::size_t>(i)]))
                    return false;
        }
        return true;
    }

    StitchedSeries series_;
    std::int64_t sensors_, features_;
    std::int64_t base_ = 0, next_base_ = 0;  // rows of the first windows of this set and the next
    std::string last_name_;
};

void require_alike(const WindowSet& first, const WindowSet& set) {
    require(set.sensors == first.sensors && set.features == first.features, ErrorKind::data,
            fmt::format("'{}' has windows of {} sensors and {} features", set.path, set.sensors,
                        set.features),
            fmt::format("'{}' has {} and {}", first.path, first.sensors, first.features),
            "give archives of one series");
}

}  // namespace

StitchedSeries stitch(const std::vector<WindowSet>& sets) {
    Stitching stitching(sets.front());
    for (const WindowSet& set : sets) {
        require_alike(sets.front(), set);
        stitching.add(set);
    }
    return stitching.finish();
}

}  // namespace dcrnn
