#include "dcrnn/data/calendar.hpp"

#include <date/date.h>
#include <fmt/format.h>

#include <array>
#include <chrono>

namespace dcrnn {
namespace {

constexpr std::int64_t kDay = 86400;

date::sys_seconds as_time(std::int64_t seconds) {
    return date::sys_seconds(std::chrono::seconds(seconds));
}

}  // namespace

double time_of_day(std::int64_t seconds) {
    const auto midnight = date::floor<date::days>(as_time(seconds));
    return static_cast<double>((as_time(seconds) - midnight).count()) / static_cast<double>(kDay);
}

int day_of_week(std::int64_t seconds) {
    const date::weekday day(date::floor<date::days>(as_time(seconds)));
    return static_cast<int>(day.iso_encoding()) - 1;
}

std::string format_time(std::int64_t seconds) { return date::format("%F %T", as_time(seconds)); }

std::string format_minutes(std::int64_t seconds) {
    if (seconds < 0) return "-" + format_minutes(-seconds);
    struct Unit {
        std::int64_t seconds;
        const char* name;
    };
    constexpr std::array<Unit, 4> units{{{kDay, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}}};
    std::string text;
    for (const Unit& unit : units) {
        if (seconds < unit.seconds) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : " ", seconds / unit.seconds, unit.name);
        seconds %= unit.seconds;
    }
    return text.empty() ? "0 min" : text;
}

}  // namespace dcrnn
