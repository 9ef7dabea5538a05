#include "pickle_writer.hpp"

#include "pickle_opcode.hpp"

#include <charconv>
#include <cstring>
#include <limits>

namespace dcrnn {
namespace {

template <class Number>
bool read_all(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(',', from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

bool is_number(const std::string& text) {
    double ignored = 0;
    return read_all(text, ignored);
}

}  // namespace

PickleWriter::PickleWriter() { bytes_ = {static_cast<char>(PROTO), 2}; }

void PickleWriter::add_unsigned(std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xFF);
}

void PickleWriter::add_text(std::string_view text) {
    bytes_ += static_cast<char>(BINUNICODE);
    add_unsigned(text.size(), 4);
    bytes_ += text;
}

void PickleWriter::add_integer(std::int64_t value) {
    const bool is_short = value >= std::numeric_limits<std::int32_t>::min() &&
                          value <= std::numeric_limits<std::int32_t>::max();
    bytes_ += static_cast<char>(is_short ? BININT : LONG1);
    if (!is_short) bytes_ += '\x08';
    add_unsigned(static_cast<std::uint64_t>(value), is_short ? 4 : 8);
}

bool PickleWriter::add_number(const std::string& text) {
    std::int64_t integer = 0;
    double real = 0;
    if (read_all(text, integer)) {
        add_integer(integer);
        return true;
    }
    if (!read_all(text, real)) return false;
    std::uint64_t bits;
    std::memcpy(&bits, &real, sizeof bits);
    bytes_ += static_cast<char>(BINFLOAT);
    for (int i = 7; i >= 0; --i) bytes_ += static_cast<char>(bits >> (8 * i) & 0xFF);
    return true;
}

void PickleWriter::add_plain(const std::string& text) {
    if (text == "true" || text == "false") {
        bytes_ += static_cast<char>(text == "true" ? NEWTRUE : NEWFALSE);
        return;
    }
    if (add_number(text)) return;
    const std::vector<std::string> parts = split(text);
    for (const std::string& part : parts)
        if (parts.size() < 2 || !is_number(part)) return add_text(text);
    bytes_ += static_cast<char>(EMPTY_LIST);
    bytes_ += static_cast<char>(MARK);
    for (const std::string& part : parts) add_number(part);
    bytes_ += static_cast<char>(APPENDS);
}

void PickleWriter::add_shape(const std::vector<std::int64_t>& sizes) {
    begin_tuple();
    for (const std::int64_t size : sizes) add_integer(size);
    end_tuple();
}

void PickleWriter::add_name(std::string_view module, std::string_view name) {
    bytes_ += static_cast<char>(GLOBAL);
    for (const std::string_view part : {module, name}) {
        bytes_ += part;
        bytes_ += '\n';
    }
}

void PickleWriter::add_no() { bytes_ += static_cast<char>(NEWFALSE); }

void PickleWriter::begin_dict() {
    bytes_ += static_cast<char>(EMPTY_DICT);
    bytes_ += static_cast<char>(MARK);
}

void PickleWriter::end_dict() { bytes_ += static_cast<char>(SETITEMS); }

void PickleWriter::begin_ordered_dict() {
    add_name("collections", "OrderedDict");
    bytes_ += static_cast<char>(EMPTY_TUPLE);
    call();
    bytes_ += static_cast<char>(MARK);
}

void PickleWriter::end_ordered_dict() { bytes_ += static_cast<char>(SETITEMS); }

void PickleWriter::begin_tuple() { bytes_ += static_cast<char>(MARK); }
void PickleWriter::end_tuple() { bytes_ += static_cast<char>(TUPLE); }
void PickleWriter::persist() { bytes_ += static_cast<char>(BINPERSID); }
void PickleWriter::call() { bytes_ += static_cast<char>(REDUCE); }

std::string PickleWriter::finish() {
    bytes_ += static_cast<char>(STOP);
    return std::move(bytes_);
}

}  // namespace dcrnn
