#pragma once
// The bytes of a pickle, read from the front: what every opcode's argument is made of.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dcrnn {

class PickleBytes {
public:
    PickleBytes(std::string_view bytes, std::string source)
        : bytes_(bytes), source_(std::move(source)) {}

    std::size_t size() const { return bytes_.size(); }
    std::size_t taken() const { return at_; }

    unsigned char take_opcode();  // what is refused from now on is said to be at this one
    std::string_view take(std::uint64_t count);
    std::uint64_t take_number(std::size_t bytes);  // little-endian
    double take_real();                            // eight bytes, big-endian
    std::string_view take_line();                  // without its line feed

    // Throws Error(data): "cannot read byte N of the pickle 'SOURCE' (reason): remedy".
    [[noreturn]] void refuse(const std::string& reason, const std::string& remedy) const;
    [[noreturn]] void refuse_damaged(const std::string& reason) const;
    std::string place() const;  // "byte N of the pickle 'SOURCE'"

private:
    std::string_view bytes_;
    std::string source_;
    std::size_t at_ = 0, opcode_at_ = 0;
};

}  // namespace dcrnn
