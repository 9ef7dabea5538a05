#pragma once
// The unpickler's machine: a stack of values with marks, a memo, and the opcodes.

#include "pickle_store.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dcrnn {

class PickleMachine {
public:
    PickleMachine(PickleDocument::Store& store, PickleBytes& bytes,
                  const std::vector<std::string_view>& names);

    // Runs until the pickle's end; its value is then the store's root.
    void run();

private:
    enum class End { not_yet, reached };
    using Items = std::vector<const PickleValue*>;

    End step();
    bool push_constant(unsigned char opcode);
    bool push_number(unsigned char opcode);
    bool push_string(unsigned char opcode);
    bool push_collection(unsigned char opcode);
    bool fill_collection(unsigned char opcode);
    bool use_memo(unsigned char opcode);
    bool use_name(unsigned char opcode);
    bool move_stack(unsigned char opcode);

    void push_integer(std::int64_t value);
    void push_decimal_integer(std::string_view line);
    void push_long(std::string_view bytes);
    void push_decimal_real(std::string_view line);
    void push_unicode(std::string_view text);
    void push_text(PickleKind kind, std::string_view text);
    void push_decoded(PickleKind kind, std::optional<std::string> text);
    void push_of(PickleKind kind, Items items);
    void push_name(std::string_view module, std::string_view name);
    void append(Items items);
    void set_items(Items items);

    PickleValue& top();
    Items pop_to_mark();
    Items pop_count(std::size_t count);
    void remember(std::uint64_t at);
    void recall(std::uint64_t at);
    std::uint64_t line_number();

    PickleDocument::Store& store_;
    PickleBytes& bytes_;
    std::vector<std::string_view> names_;
    std::vector<PickleValue*> stack_;
    std::vector<std::size_t> marks_;  // sizes of the stack
    std::vector<PickleValue*> memo_;
    std::size_t memorized_ = 0;  // by MEMOIZE, which counts
    PickleValue *none_, *true_, *false_, *empty_;
};

}  // namespace dcrnn
