#include "pickle_bytes.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <cstring>

namespace dcrnn {

std::string PickleBytes::place() const {
    return fmt::format("byte {} of the pickle '{}'", opcode_at_, source_);
}

void PickleBytes::refuse(const std::string& reason, const std::string& remedy) const {
    throw Error(ErrorKind::data, "cannot read " + place(), reason, remedy);
}

void PickleBytes::refuse_damaged(const std::string& reason) const {
    refuse(reason, "the file is cut or damaged: copy or download it again");
}

unsigned char PickleBytes::take_opcode() {
    opcode_at_ = at_;
    return static_cast<unsigned char>(take(1).front());
}

std::string_view PickleBytes::take(std::uint64_t count) {
    const std::size_t left = bytes_.size() - at_;
    if (count > left)
        refuse_damaged(
            left == 0 ? "the file ends before the pickle does"
                      : fmt::format("{} bytes should follow where the file has {}", count, left));
    const std::string_view taken = bytes_.substr(at_, static_cast<std::size_t>(count));
    at_ += taken.size();
    return taken;
}

std::uint64_t PickleBytes::take_number(std::size_t bytes) {
    std::uint64_t number = 0;
    const std::string_view text = take(bytes);
    for (std::size_t i = bytes; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(text[i]);
    return number;
}

double PickleBytes::take_real() {
    std::uint64_t bits = 0;
    for (const char byte : take(8)) bits = bits << 8 | static_cast<unsigned char>(byte);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::string_view PickleBytes::take_line() {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) refuse_damaged("a line of it has no end");
    const std::string_view line = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    // No line of a pickle ends so: a carriage return inside a text is written as an escape.
    if (!line.empty() && line.back() == '\r')
        refuse("its lines end in carriage return and line feed: it was transferred as text",
               "transfer it as binary, or mend a pickle of protocol 0: sed -i 's/\\r$//' FILE");
    return line;
}

}  // namespace dcrnn
