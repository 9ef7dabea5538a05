#pragma once
// Writes the few opcodes of protocol 2 that a checkpoint of PyTorch is made of.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dcrnn {

class PickleWriter {
public:
    PickleWriter();

    void add_text(std::string_view text);
    void add_integer(std::int64_t value);
    // A truth value, a number or a list of numbers where the text is one.
    void add_plain(const std::string& text);
    void add_shape(const std::vector<std::int64_t>& sizes);  // a tuple
    void add_name(std::string_view module, std::string_view name);
    void add_no();  // False

    void begin_dict();
    void end_dict();
    void begin_ordered_dict();
    void end_ordered_dict();
    void begin_tuple();
    void end_tuple();
    void persist();  // makes the tuple on top a persistent identifier
    void call();     // calls the name below the tuple on top

    std::string finish();

private:
    bool add_number(const std::string& text);
    void add_unsigned(std::uint64_t value, std::size_t bytes);

    std::string bytes_;
};

}  // namespace dcrnn
