#pragma once
// What a document owns: its values, its arrays, and texts that do not stand in the file as they
// are. It counts what is made, so that a small pickle cannot ask for much memory.

#include "dcrnn/files/pickle_value.hpp"
#include "pickle_array.hpp"
#include "pickle_bytes.hpp"

#include <deque>
#include <string>
#include <string_view>

namespace dcrnn {

struct PickleDocument::Store {
    std::string owned;  // the file's bytes, where nobody else keeps them
    std::deque<PickleValue> values;
    std::deque<PickleArray> arrays;
    std::deque<std::string> texts;
    const PickleValue* root = nullptr;
    std::size_t size = 0;
    std::size_t copied = 0;  // bytes and items that were made of others: at most the pickle's bytes

    PickleValue* make(PickleKind kind, const PickleBytes& bytes);
    std::string_view keep(std::string text, const PickleBytes& bytes);
    void count_copied(std::size_t count, const PickleBytes& bytes);
};

// Refuses a root with cycles, with more than 64 levels, with so much sharing that walking it takes
// more than four steps for each byte, and with an array that never got its data.
void check_tree(const PickleDocument::Store& store, const PickleBytes& bytes);

}  // namespace dcrnn
