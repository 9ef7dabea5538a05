// The machine's stack and memo, and the values that are pushed.

#include "pickle_calls.hpp"
#include "pickle_machine.hpp"
#include "pickle_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace dcrnn {
namespace {

// Whether all of the line is a number of its type.
template <class Number>
bool read_number(std::string_view line, Number& number) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    return error == std::errc() && end == line.data() + line.size() && !line.empty();
}

std::string shortened(std::string_view text) {
    std::string shown;
    for (const char c : text.substr(0, 80))
        shown += c >= ' ' && c <= '~' ? std::string(1, c)
                                      : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    return text.size() > 80 ? shown + "..." : shown;
}

}  // namespace

void PickleMachine::push_integer(std::int64_t value) {
    stack_.push_back(store_.make(PickleKind::integer, bytes_));
    stack_.back()->integer = value;
}

// "01" and "00" are true and false; a long ends in L.
void PickleMachine::push_decimal_integer(std::string_view line) {
    if (line == "01" || line == "00") {
        stack_.push_back(line == "01" ? true_ : false_);
        return;
    }
    if (!line.empty() && line.back() == 'L') line.remove_suffix(1);
    std::int64_t value = 0;
    if (!read_number(line, value))
        bytes_.refuse_damaged(fmt::format("'{}' is no integer of 64 bits", shortened(line)));
    push_integer(value);
}

void PickleMachine::push_long(std::string_view bytes) {
    if (bytes.size() > 8) return push_text(PickleKind::big_integer, bytes);
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    const bool negative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0;
    if (negative && bytes.size() < 8) value |= ~std::uint64_t{0} << (8 * bytes.size());
    push_integer(static_cast<std::int64_t>(value));
}

void PickleMachine::push_decimal_real(std::string_view line) {
    double value = 0;
    if (!read_number(line, value))
        bytes_.refuse_damaged(fmt::format("'{}' is no number", shortened(line)));
    stack_.push_back(store_.make(PickleKind::real, bytes_));
    stack_.back()->real = value;
}

void PickleMachine::push_text(PickleKind kind, std::string_view text) {
    stack_.push_back(store_.make(kind, bytes_));
    stack_.back()->text = text;
}

void PickleMachine::push_unicode(std::string_view text) {
    if (!is_utf8(text)) bytes_.refuse_damaged("a text in it is no UTF-8");
    push_text(PickleKind::text, text);
}

void PickleMachine::push_decoded(PickleKind kind, std::optional<std::string> text) {
    if (!text) bytes_.refuse_damaged("a text in it is not as Python writes it");
    push_text(kind, store_.keep(std::move(*text), bytes_));
}

void PickleMachine::push_of(PickleKind kind, Items items) {
    stack_.push_back(store_.make(kind, bytes_));
    stack_.back()->items = std::move(items);
}

void PickleMachine::push_name(std::string_view module, std::string_view name) {
    const std::string full = full_name(module, name);
    const auto known = std::find(names_.begin(), names_.end(), full);
    if (known == names_.end())
        bytes_.refuse(fmt::format("it asks for '{}'", shortened(full)),
                      "only numbers, text, lists, dictionaries and arrays are read, and nothing of "
                      "a pickle is ever run: store these with Python");
    push_text(PickleKind::name, *known);
}

void PickleMachine::append(Items items) {
    PickleValue& list = top();
    if (!list.is(PickleKind::list)) bytes_.refuse_damaged("it appends to what is no list");
    list.items.insert(list.items.end(), items.begin(), items.end());
}

void PickleMachine::set_items(Items items) {
    PickleValue& dict = top();
    if (!dict.is(PickleKind::dict) || items.size() % 2 != 0)
        bytes_.refuse_damaged("it sets an item of what is no dictionary");
    dict.items.insert(dict.items.end(), items.begin(), items.end());
}

PickleMachine::Items PickleMachine::pop_count(std::size_t count) {
    const std::size_t floor = marks_.empty() ? 0 : marks_.back();
    if (stack_.size() < floor + count) bytes_.refuse_damaged("a value is missing in it");
    Items items(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return items;
}

PickleMachine::Items PickleMachine::pop_to_mark() {
    if (marks_.empty()) bytes_.refuse_damaged("a mark is missing in it");
    Items items(stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back()), stack_.end());
    stack_.resize(marks_.back());
    marks_.pop_back();
    return items;
}

PickleValue& PickleMachine::top() {
    if (stack_.size() <= (marks_.empty() ? 0 : marks_.back()))
        bytes_.refuse_damaged("a value is missing in it");
    return *stack_.back();
}

// Indices are numbers of values, so none is as large as the file.
void PickleMachine::remember(std::uint64_t at) {
    PickleValue* const value = &top();
    if (at >= bytes_.size()) bytes_.refuse_damaged(fmt::format("it remembers {} values", at));
    if (memo_.size() <= at) memo_.resize(static_cast<std::size_t>(at) + 1, nullptr);
    if (memo_[static_cast<std::size_t>(at)] == nullptr) ++memorized_;
    memo_[static_cast<std::size_t>(at)] = value;
}

void PickleMachine::recall(std::uint64_t at) {
    if (at >= memo_.size() || memo_[static_cast<std::size_t>(at)] == nullptr)
        bytes_.refuse_damaged(fmt::format("it recalls value {}, which it never remembered", at));
    stack_.push_back(memo_[static_cast<std::size_t>(at)]);
}

std::uint64_t PickleMachine::line_number() {
    const std::string_view line = bytes_.take_line();
    std::uint64_t number = 0;
    if (!read_number(line, number))
        bytes_.refuse_damaged(fmt::format("'{}' is no number of a value", shortened(line)));
    return number;
}

}  // namespace dcrnn
