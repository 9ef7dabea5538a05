#pragma once
// Local civil time as seconds since 1970-01-01 00:00, without time zones: what the files hold.

#include <cstdint>
#include <string>

namespace dcrnn {

double time_of_day(std::int64_t seconds);          // share of the day, [0, 1)
int day_of_week(std::int64_t seconds);             // 0 Monday .. 6 Sunday
std::string format_time(std::int64_t seconds);     // 2012-03-01 00:05:00
std::string format_minutes(std::int64_t seconds);  // a duration: "5 min", "1 h", "1 d 2 h 30 min"

}  // namespace dcrnn
