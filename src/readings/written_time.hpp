#pragma once
// Times as people and programs write them, as seconds of local civil time since 1970: the clock
// that stands there counts, a zone behind it does not.

#include "dcrnn/config/options.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

// 2012-03-01 00:05:00, 2012/03/01T00:05Z, 20120301 0005, 1.3.2012 0:05, 03/01/2012 12:05 AM, and
// seconds or milliseconds since 1970 in UTC. Days without a time begin at 00:00.
bool looks_like_time(const std::string& text);

// The time that an option gives, year first. Throws Error(usage).
std::int64_t option_time(const std::string& key, const std::string& text);

// The times of a file, one by one. Whether 03/04/2012 is in March or April is only known at the
// end.
class TimeColumn {
public:
    TimeColumn(std::string path, DateOrder order);
    // Throws Error(data) naming path and line where the text is no time.
    void add(const std::string& text, std::size_t line);
    std::size_t size() const { return day_first_.size(); }
    // Throws Error(data) where both orders of day and month are possible, or neither is.
    std::vector<std::int64_t> finish();
    // What the log should know of them, after finish().
    const std::vector<std::string>& notes() const { return notes_; }

private:
    std::string path_;
    DateOrder order_;
    std::vector<std::int64_t> day_first_, month_first_;
    std::size_t no_day_first_ = 0, no_month_first_ = 0;  // the first line where it is impossible
    bool differ_ = false, zoned_ = false, counted_ = false;
    std::vector<std::string> notes_;
};

}  // namespace dcrnn
