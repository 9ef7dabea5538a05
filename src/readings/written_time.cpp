#include "written_time.hpp"

#include "dcrnn/error.hpp"

#include <date/date.h>
#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace dcrnn {
namespace {

constexpr std::int64_t kImpossible = std::numeric_limits<std::int64_t>::min();

struct Written {
    std::int64_t day_first = kImpossible, month_first = kImpossible;
    bool zoned = false, counted = false;  // a zone behind it; a count since 1970
};

// Takes the text from the front.
class Cursor {
public:
    explicit Cursor(std::string_view text) : text_(text) {}

    bool at_end() const { return text_.empty(); }
    char next() const { return text_.empty() ? '\0' : text_.front(); }
    bool take(char wanted) {
        if (next() != wanted) return false;
        text_.remove_prefix(1);
        return true;
    }
    void skip_spaces() {
        while (take(' ')) {
        }
    }
    std::size_t digits_ahead() const {
        std::size_t count = 0;
        while (count < text_.size() && std::isdigit(static_cast<unsigned char>(text_[count])) != 0)
            ++count;
        return count;
    }
    // As many digits as asked for, which are there.
    std::int64_t number(std::size_t digits) {
        std::int64_t value = 0;
        for (std::size_t i = 0; i < digits; ++i) value = value * 10 + (text_[i] - '0');
        text_.remove_prefix(digits);
        return value;
    }
    std::optional<std::int64_t> number_of(std::size_t least, std::size_t most) {
        const std::size_t digits = digits_ahead();
        if (digits < least || digits > most) return std::nullopt;
        return number(digits);
    }
    bool take_word(std::string_view upper) {
        for (std::size_t i = 0; i < upper.size(); ++i)
            if (i >= text_.size() || std::toupper(static_cast<unsigned char>(text_[i])) != upper[i])
                return false;
        text_.remove_prefix(upper.size());
        return true;
    }

private:
    std::string_view text_;
};

std::int64_t midnight(std::int64_t year, std::int64_t month, std::int64_t day) {
    const date::year_month_day date{date::year(static_cast<int>(year)),
                                    date::month(static_cast<unsigned>(month)),
                                    date::day(static_cast<unsigned>(day))};
    if (!date.ok()) return kImpossible;
    return std::chrono::seconds(date::sys_days(date).time_since_epoch()).count();
}

bool is_possible(const Written& written) {
    return written.day_first != kImpossible || written.month_first != kImpossible;
}

// 2012030105 may be an hour of 2012 or a second of 2033: neither is guessed.
bool is_date_and_hour(Cursor digits) {
    const std::int64_t year = digits.number(4), month = digits.number(2), day = digits.number(2);
    return year >= 1970 && year < 2100 && midnight(year, month, day) != kImpossible &&
           digits.number(2) < 24;
}

// Digits alone: 20120301, 20120301 0005 without its space, or a count since 1970.
std::optional<Written> compact_date(Cursor& cursor, std::size_t digits) {
    Written written;
    if (digits == 10 && is_date_and_hour(cursor)) return std::nullopt;
    if (digits == 10 || digits == 13) {  // seconds, milliseconds
        written.counted = true;
        written.day_first = cursor.number(10);
        if (digits == 13 && cursor.number(3) != 0) return std::nullopt;
    } else {
        const std::int64_t year = cursor.number(4), month = cursor.number(2);
        written.day_first = midnight(year, month, cursor.number(2));
    }
    written.month_first = written.day_first;
    return written;
}

std::optional<Written> parted_date(Cursor& cursor) {
    const std::size_t digits = cursor.digits_ahead();
    if (digits != 4 && digits != 1 && digits != 2) return std::nullopt;
    const std::int64_t first = cursor.number(digits);
    const char mark = cursor.next();
    if ((mark != '-' && mark != '/' && mark != '.') || !cursor.take(mark)) return std::nullopt;
    const auto second = cursor.number_of(1, 2);
    if (!second || !cursor.take(mark)) return std::nullopt;
    const auto third = digits == 4 ? cursor.number_of(1, 2) : cursor.number_of(4, 4);
    if (!third) return std::nullopt;
    Written written;
    if (digits == 4) {
        written.day_first = written.month_first = midnight(first, *second, *third);
    } else {
        written.day_first = midnight(*third, *second, first);
        // Dates with dots have the day first wherever they are used.
        written.month_first = mark == '.' ? written.day_first : midnight(*third, first, *second);
    }
    return written;
}

// Half days: 12:05 AM is five past midnight.
bool take_half_day(Cursor& cursor, std::int64_t& hour) {
    cursor.skip_spaces();
    const bool morning = cursor.take_word("AM");
    if (!morning && !cursor.take_word("PM")) return true;
    if (hour < 1 || hour > 12) return false;
    hour = hour % 12 + (morning ? 0 : 12);
    return true;
}

// Seconds since midnight; a fraction of a second must be 0.
std::optional<std::int64_t> clock(Cursor& cursor) {
    const std::size_t digits = cursor.digits_ahead();
    const bool compact = digits == 4 || digits == 6;
    if (!compact && digits != 1 && digits != 2) return std::nullopt;
    std::int64_t hour = cursor.number(compact ? 2 : digits), minute = 0, second = 0;
    if (compact) {
        minute = cursor.number(2);
        if (digits == 6) second = cursor.number(2);
    } else {
        if (!cursor.take(':') || cursor.digits_ahead() != 2) return std::nullopt;
        minute = cursor.number(2);
        if (cursor.take(':')) {
            if (cursor.digits_ahead() != 2) return std::nullopt;
            second = cursor.number(2);
        }
    }
    if (cursor.take('.'))
        while (cursor.take('0')) {
        }
    if (!take_half_day(cursor, hour) || hour > 23 || minute > 59 || second > 59)
        return std::nullopt;
    return (hour * 60 + minute) * 60 + second;
}

bool take_zone(Cursor& cursor) {
    cursor.skip_spaces();
    if (cursor.take_word("Z") || cursor.take_word("UTC") || cursor.take_word("GMT")) return true;
    if (!cursor.take('+') && !cursor.take('-')) return false;
    const std::size_t digits = cursor.digits_ahead();
    if (digits != 2 && digits != 4) return false;
    cursor.number(digits);
    if (digits == 2 && cursor.take(':')) return cursor.number_of(2, 2).has_value();
    return true;
}

std::optional<Written> read_time(std::string_view text) {
    Cursor cursor(text);
    const std::size_t digits = cursor.digits_ahead();
    const bool compact = digits == 8 || (digits >= 10 && digits <= 14 && digits != 11);
    std::optional<Written> written = compact ? compact_date(cursor, digits) : parted_date(cursor);
    if (!written || !is_possible(*written)) return std::nullopt;
    if (cursor.at_end()) return written;
    if (written->counted) return std::nullopt;
    if (!compact || digits == 8) {  // the clock stands apart
        const bool apart = cursor.next() == ' ' || cursor.next() == 'T' || cursor.next() == 't';
        if (!apart || !cursor.take(cursor.next())) return std::nullopt;
        cursor.skip_spaces();
    }
    const auto seconds = clock(cursor);
    if (!seconds) return std::nullopt;
    for (std::int64_t* time : {&written->day_first, &written->month_first})
        if (*time != kImpossible) *time += *seconds;
    written->zoned = !cursor.at_end() && take_zone(cursor);
    if (!cursor.at_end()) return std::nullopt;
    return written;
}

}  // namespace

bool looks_like_time(const std::string& text) { return read_time(text).has_value(); }

std::int64_t option_time(const std::string& key, const std::string& text) {
    const auto written = read_time(text);
    require(written && written->day_first == written->month_first, ErrorKind::usage,
            fmt::format("--{} '{}' is no time", key, text), "year, month and day in this order",
            "write it as '2012-03-01 00:00'");
    return written->day_first;
}

TimeColumn::TimeColumn(std::string path, DateOrder order) : path_(std::move(path)), order_(order) {}

void TimeColumn::add(const std::string& text, std::size_t line) {
    const auto written = read_time(text);
    require(written.has_value(), ErrorKind::data,
            fmt::format("line {} of '{}': '{}' is no time", line, path_, text),
            "2012-03-01 00:05, 2012-03-01T00:05:00, 01.03.2012 0:05, 03/01/2012 00:05 and the like "
            "are read, in whole seconds",
            "correct the line, or write the times as 2012-03-01 00:05:00");
    day_first_.push_back(written->day_first);
    month_first_.push_back(written->month_first);
    if (written->day_first == kImpossible && no_day_first_ == 0) no_day_first_ = line;
    if (written->month_first == kImpossible && no_month_first_ == 0) no_month_first_ = line;
    differ_ = differ_ || written->day_first != written->month_first;
    zoned_ = zoned_ || written->zoned;
    counted_ = counted_ || written->counted;
}

std::vector<std::int64_t> TimeColumn::finish() {
    const bool may_be_day = no_day_first_ == 0 && order_ != DateOrder::month_first;
    const bool may_be_month = no_month_first_ == 0 && order_ != DateOrder::day_first;
    require(may_be_day || may_be_month, ErrorKind::data,
            fmt::format("the dates of '{}' do not agree", path_),
            no_day_first_ > 0 && no_month_first_ > 0
                ? fmt::format("line {} cannot have the day first, line {} not the month",
                              no_day_first_, no_month_first_)
                : fmt::format("line {} has not the order that --date-order says",
                              no_day_first_ + no_month_first_),
            "write all dates in one order, best as 2012-03-01");
    require(!differ_ || may_be_day != may_be_month, ErrorKind::data,
            fmt::format("the dates of '{}' can be read in two ways", path_),
            "no day of them is greater than 12, so that day and month look alike",
            "add --date-order day-first or --date-order month-first");
    if (differ_ && order_ == DateOrder::automatic)
        notes_.push_back(fmt::format(
            "dates are read with the {} first: line {} cannot be otherwise",
            may_be_day ? "day" : "month", may_be_day ? no_month_first_ : no_day_first_));
    if (zoned_)
        notes_.emplace_back(
            "the times name a time zone: the clock that is written counts, not the zone");
    if (counted_)
        notes_.emplace_back(
            "the times count seconds since 1970: they are taken as UTC, so the time of day is "
            "that of UTC and clock changes do not show");
    return std::move(may_be_day ? day_first_ : month_first_);
}

}  // namespace dcrnn
