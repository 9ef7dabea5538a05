#pragma once
// Lists of column labels as PyTables keeps them in attributes: pickles of protocol 0, which is
// text. Read are lists and tuples of texts and numbers; any other instruction is refused, and
// nothing is ever executed. https://docs.python.org/3/library/pickletools.html

#include <string>
#include <vector>

namespace dcrnn {

struct PickledValue {
    enum class Kind { text, list };  // numbers are texts, tuples lists
    Kind kind = Kind::text;
    std::string text;
    std::vector<PickledValue> items;
    std::size_t size = 1;  // of all that is in it
    int depth = 1;
};

// Throws Error(data); `where` is for the message, "attribute x of 'a.h5'".
PickledValue read_pickled_labels(const std::string& pickle, const std::string& where);

// A label of several levels is a tuple, joined as pandas_labels.hpp does.
std::string label_text(const PickledValue& value);

}  // namespace dcrnn
