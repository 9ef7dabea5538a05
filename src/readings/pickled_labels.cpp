#include "pickled_labels.hpp"

#include "dcrnn/error.hpp"
#include "pandas_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace dcrnn {
namespace {

using Value = PickledValue;
constexpr std::size_t kLargest = 1 << 18;  // texts; a few bytes can repeat a list many times
constexpr int kDeepest = 8;

void append_utf8(std::string& text, unsigned code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

// A backslash and what follows: \xNN, \uNNNN, \n and the like.
std::optional<std::string> unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            result += text[i];
            continue;
        }
        const char kind = text[++i];
        const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : 0;
        if (digits == 0) {
            result += kind == 'n' ? '\n' : kind == 't' ? '\t' : kind == 'r' ? '\r' : kind;
            continue;
        }
        unsigned code = 0;
        const char* begin = text.data() + i + 1;
        if (i + digits >= text.size()) return std::nullopt;
        const auto [end, error] = std::from_chars(begin, begin + digits, code, 16);
        if (error != std::errc() || end != begin + digits) return std::nullopt;
        append_utf8(result, code);
        i += digits;
    }
    return result;
}

class Unpickler {
public:
    Unpickler(std::string_view pickle, const std::string& where) : rest_(pickle), where_(where) {}

    Value run() {
        for (;;) {
            if (rest_.empty()) fail("it ends before its last instruction");
            const char instruction = rest_.front();
            rest_.remove_prefix(1);
            if (instruction == '.') break;
            step(instruction);
        }
        return pop();
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(ErrorKind::data, fmt::format("cannot read {}", where_), reason,
                    "store the table again from Python with plain texts or whole numbers as "
                    "column labels");
    }

    void step(char instruction) {
        switch (instruction) {
            case '(':
                marks_.push_back(stack_.size());
                break;
            case 'l':
            case 't':
                push(list_since_mark());
                break;
            case 'a': {
                Value item = pop(), list = pop();
                if (list.kind != Value::Kind::list) fail("it adds to what is no list");
                add(list, std::move(item));
                push(std::move(list));
                break;
            }
            case 'p': {
                const std::string key(line());
                if (stack_.empty()) fail("it keeps what is not there");
                count_copies(stack_.back());
                memory_[key] = stack_.back();
                break;
            }
            case 'g': {
                const auto kept = memory_.find(std::string(line()));
                if (kept == memory_.end()) fail("it takes up what it did not keep");
                count_copies(kept->second);
                push(kept->second);
                break;
            }
            default:
                push(text_of(instruction));
        }
    }

    Value text_of(char instruction) {
        Value value;
        std::string_view text = line();
        if (instruction == 'S') {
            const bool quoted = text.size() >= 2 && text.front() == text.back() &&
                                (text.front() == '\'' || text.front() == '"');
            if (!quoted) fail("a text in it has no quotes");
            text = text.substr(1, text.size() - 2);
        }
        if (instruction == 'S' || instruction == 'V') {
            const auto plain = unescaped(text);
            if (!plain) fail("a text in it is damaged");
            value.text = *plain;
            return value;
        }
        if (instruction == 'L' && !text.empty() && text.back() == 'L') text.remove_suffix(1);
        const bool number =
            !text.empty() && (instruction == 'I' || instruction == 'L' || instruction == 'F');
        if (!number)
            fail(fmt::format(
                "its labels are other than texts, numbers and tuples of them "
                "(instruction '{}')",
                std::isprint(static_cast<unsigned char>(instruction)) != 0
                    ? std::string(1, instruction)
                    : fmt::format("\\x{:02x}", static_cast<unsigned char>(instruction))));
        value.text = text;
        return value;
    }

    std::string_view line() {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) fail("it ends in the middle of an instruction");
        std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return text;
    }

    Value list_since_mark() {
        if (marks_.empty()) fail("a list in it has no beginning");
        const std::size_t mark = marks_.back();
        marks_.pop_back();
        Value list;
        list.kind = Value::Kind::list;
        for (std::size_t i = std::min(mark, stack_.size()); i < stack_.size(); ++i)
            add(list, std::move(stack_[i]));
        stack_.resize(std::min(mark, stack_.size()));
        return list;
    }

    void add(Value& list, Value item) {
        list.size += item.size;
        list.depth = std::max(list.depth, item.depth + 1);
        if (list.size > kLargest || list.depth > kDeepest) fail("it is too large");
        list.items.push_back(std::move(item));
    }

    // What is kept and taken up again is copied, and a few bytes may ask for it often.
    void count_copies(const Value& value) {
        copied_ += value.size;
        if (copied_ > kLargest) fail("it is too large");
    }

    void push(Value value) { stack_.push_back(std::move(value)); }

    Value pop() {
        if (stack_.empty()) fail("it takes what is not there");
        Value value = std::move(stack_.back());
        stack_.pop_back();
        return value;
    }

    std::string_view rest_;
    const std::string& where_;
    std::vector<Value> stack_;
    std::vector<std::size_t> marks_;  // sizes of the stack
    std::map<std::string, Value> memory_;
    std::size_t copied_ = 0;  // texts and lists, in all
};

}  // namespace

PickledValue read_pickled_labels(const std::string& pickle, const std::string& where) {
    return Unpickler(pickle, where).run();
}

std::string label_text(const PickledValue& value) {
    if (value.kind == PickledValue::Kind::text) return value.text;
    std::vector<std::string> parts;
    for (const PickledValue& item : value.items) parts.push_back(label_text(item));
    return joined_label(parts);
}

}  // namespace dcrnn
