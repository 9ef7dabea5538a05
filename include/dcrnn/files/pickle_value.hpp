#pragma once
// Python pickles as trees of plain values. A pickle is a program for Python's unpickler, which may
// call anything; this reader knows the opcodes of protocols 0 to 5 that build numbers, text, lists,
// tuples, dictionaries and numpy arrays (Python's Lib/pickletools.py, PEP 307, 3154 and 574), and
// refuses every other opcode and every name that it does not know, by name. Nothing is ever
// executed. Pickles of Python 2 and 3, of numpy before and after 2.0.

#include "dcrnn/files/npy_array.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dcrnn {

enum class PickleKind {
    none,
    boolean,
    integer,      // of 64 bits
    big_integer,  // text: its little-endian two's complement
    real,
    text,   // text: UTF-8
    bytes,  // text: as they are; also what Python 2 calls str
    list,
    tuple,
    dict,        // also an OrderedDict; items: key, value, key, value ...
    array,       // a numpy array
    name,        // text: a class or function such as "torch.FloatStorage"
    object,      // text: what made it; items: its arguments (a tuple), then its state if it has one
    persistent,  // items: the identifier of something stored elsewhere
};

struct PickleArray;

struct PickleValue {
    PickleKind kind = PickleKind::none;
    std::uint32_t index = 0;  // its place among the values of the document
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text;
    std::vector<const PickleValue*> items;
    const PickleArray* array = nullptr;  // of an array: see array_of

    bool is(PickleKind other) const { return kind == other; }
    bool is_string() const { return kind == PickleKind::text || kind == PickleKind::bytes; }
    bool is_sequence() const { return kind == PickleKind::list || kind == PickleKind::tuple; }
    // Of a dict: the value under a string key, the last one where it stands twice; or null.
    const PickleValue* find(std::string_view key) const;
};

// A document is a tree: at most 64 levels deep, without cycles, and what is shared in it is shared
// so seldom that walking the tree takes no more steps than four times the bytes of the pickle. It
// takes at most 100 bytes of memory for each byte of the pickle.
class PickleDocument {
public:
    struct Store;
    explicit PickleDocument(std::unique_ptr<Store> store);
    PickleDocument(PickleDocument&&) noexcept;
    PickleDocument& operator=(PickleDocument&&) noexcept;
    ~PickleDocument();

    const PickleValue& root() const;
    std::size_t size() const;  // bytes that the pickle took; others may follow

private:
    std::unique_ptr<Store> store_;
};

// Reads one pickle from the start of the bytes, which must outlive the document. `source` names
// them in messages. `names`: classes and functions that may stand in it besides those of numpy,
// OrderedDict and bytes; a call of one becomes an object. Throws Error(data).
PickleDocument read_pickle(std::string_view bytes, const std::string& source,
                           const std::vector<std::string_view>& names = {});

// The same of a whole file, whose bytes the document keeps; nothing may follow the pickle.
PickleDocument read_pickle_file(const std::string& path);

// The array of an array's value, which is checked already; the document must outlive it.
NpyArray array_of(const PickleValue& value);

}  // namespace dcrnn
