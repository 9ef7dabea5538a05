#include "pickle_calls.hpp"

#include "pickle_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dcrnn {
namespace {

constexpr std::string_view kReconstruct = "numpy.core.multiarray._reconstruct";
constexpr std::string_view kFromBuffer = "numpy.core.numeric._frombuffer";
constexpr std::string_view kScalar = "numpy.core.multiarray.scalar";
constexpr std::string_view kArray = "numpy.ndarray";
constexpr std::string_view kMatrix = "numpy.matrix";  // of two axes, else like an array
constexpr std::string_view kType = "numpy.dtype";
constexpr std::string_view kEncode = "_codecs.encode";
constexpr std::string_view kBytes = "builtins.bytes";
constexpr std::string_view kOrderedDict = "collections.OrderedDict";

void expect(bool met, const PickleBytes& bytes, std::string_view what) {
    if (!met) bytes.refuse_damaged(fmt::format("{} is not as Python writes it", what));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_true(const PickleValue& value) { return value.integer != 0; }

bool is_yes_or_no(const PickleValue& value) {
    return value.is(PickleKind::boolean) || value.is(PickleKind::integer);
}

// numpy.dtype(text, align, copy) with the state (version, order, subarray, names, fields, ...), as
// ".npy" files write it: "<f4".
std::string type_of(const PickleValue& dtype, const PickleBytes& bytes) {
    expect(dtype.is(PickleKind::object) && dtype.text == kType && !dtype.items.empty() &&
               !dtype.items[0]->items.empty() && dtype.items[0]->items[0]->is_string(),
           bytes, "the type of a numpy array");
    const std::string_view text = dtype.items[0]->items[0]->text;
    const bool is_word =
        !text.empty() && text.size() < 20 && std::all_of(text.begin(), text.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
        });
    expect(is_word, bytes, "the type of a numpy array");
    if (dtype.items.size() < 2) return fmt::format("<{}", text);
    const PickleValue& state = *dtype.items[1];
    expect(state.is(PickleKind::tuple) && state.items.size() >= 5 && state.items[1]->is_string() &&
               (state.items[1]->text == "<" || state.items[1]->text == ">" ||
                state.items[1]->text == "|"),
           bytes, "the type of a numpy array");
    const bool plain =
        std::all_of(state.items.begin() + 2, state.items.begin() + 5,
                    [](const PickleValue* item) { return item->is(PickleKind::none); });
    if (!plain)
        bytes.refuse("the elements of a numpy array in it are records or arrays",
                     "store a plain array of float32 or float64");
    return fmt::format("{}{}", state.items[1]->text, text);
}

std::vector<std::int64_t> shape_of(const PickleValue& value, const PickleBytes& bytes) {
    expect(value.is(PickleKind::tuple) && value.items.size() <= 64, bytes,
           "the shape of a numpy array");
    std::vector<std::int64_t> shape;
    for (const PickleValue* size : value.items) {
        expect(size->is(PickleKind::integer), bytes, "the shape of a numpy array");
        shape.push_back(size->integer);
    }
    return shape;
}

void set_array(PickleValue& value, PickleArray array, PickleDocument::Store& store) {
    open_array(array);  // checks type and shape
    value.array = &store.arrays.emplace_back(std::move(array));
}

// _frombuffer(bytes, type, shape, order), of protocol 5.
PickleValue* array_of_buffer(const std::vector<const PickleValue*>& items,
                             PickleDocument::Store& store, const PickleBytes& bytes) {
    expect(items.size() == 4 && items[0]->is(PickleKind::bytes) && items[3]->is_string() &&
               (items[3]->text == "C" || items[3]->text == "F"),
           bytes, "a numpy array");
    PickleValue* const value = store.make(PickleKind::array, bytes);
    const NpyOrder order = items[3]->text == "F" ? NpyOrder::fortran : NpyOrder::c;
    set_array(*value,
              make_pickle_array(type_of(*items[1], bytes), order, shape_of(*items[2], bytes),
                                items[0]->text, bytes.place()),
              store);
    return value;
}

PickleValue* scalar(const std::vector<const PickleValue*>& items, PickleDocument::Store& store,
                    const PickleBytes& bytes) {
    expect(items.size() == 2 && items[1]->is(PickleKind::bytes), bytes, "a number of numpy's");
    const NpyArray array = open_array(make_pickle_array(type_of(*items[0], bytes), NpyOrder::c, {},
                                                        items[1]->text, bytes.place()));
    const NpyElement element = array.header().element;
    if (!array.header().is_number()) {
        PickleValue* const text = store.make(PickleKind::text, bytes);
        text->text = store.keep(array.read_text().front(), bytes);
        return text;
    }
    if (element == NpyElement::floating) {
        PickleValue* const real = store.make(PickleKind::real, bytes);
        real->real = array.read<double>().front();
        return real;
    }
    PickleValue* const integer = store.make(
        element == NpyElement::boolean ? PickleKind::boolean : PickleKind::integer, bytes);
    integer->integer = array.read<std::int64_t>().front();
    return integer;
}

// encode(text, "latin1"): how Python 3 writes bytes in protocols 0 to 2.
PickleValue* encoded(const std::vector<const PickleValue*>& items, PickleDocument::Store& store,
                     const PickleBytes& bytes) {
    expect(items.size() == 2 && items[0]->is(PickleKind::text) && items[1]->is_string() &&
               (items[1]->text == "latin1" || items[1]->text == "latin-1"),
           bytes, "a string of bytes");
    PickleValue* const value = store.make(PickleKind::bytes, bytes);
    auto decoded = latin1_bytes(items[0]->text);
    expect(decoded.has_value(), bytes, "a string of bytes");
    value->text = store.keep(std::move(*decoded), bytes);
    return value;
}

// OrderedDict(), or OrderedDict([[key, value], ...]) of Python 2.
PickleValue* ordered_dict(const std::vector<const PickleValue*>& items,
                          PickleDocument::Store& store, const PickleBytes& bytes) {
    expect(items.size() <= 1 && (items.empty() || items[0]->is_sequence()), bytes,
           "an OrderedDict");
    PickleValue* const value = store.make(PickleKind::dict, bytes);
    if (items.empty()) return value;
    store.count_copied(2 * items[0]->items.size(), bytes);
    for (const PickleValue* pair : items[0]->items) {
        expect(pair->is_sequence() && pair->items.size() == 2, bytes, "an OrderedDict");
        value->items.insert(value->items.end(), pair->items.begin(), pair->items.end());
    }
    return value;
}

void replace_start(std::string& text, std::string_view old, std::string_view now) {
    if (text.compare(0, old.size(), old) == 0) text.replace(0, old.size(), now);
}

}  // namespace

std::string full_name(std::string_view module, std::string_view name) {
    std::string text = fmt::format("{}.{}", module, name);
    if (text == "numpy.matrixlib.defmatrix.matrix" || text == "numpy.core.defmatrix.matrix")
        return std::string(kMatrix);
    replace_start(text, "numpy._core.", "numpy.core.");
    replace_start(text, "__builtin__.", "builtins.");
    return text;
}

const std::vector<std::string_view>& called_names() {
    static const std::vector<std::string_view> names{
        kReconstruct, kFromBuffer, kScalar, kArray, kMatrix, kType, kEncode, kBytes, kOrderedDict};
    return names;
}

PickleValue* call(const PickleValue& name, const PickleValue& arguments,
                  PickleDocument::Store& store, const PickleBytes& bytes) {
    expect(name.is(PickleKind::name) && arguments.is(PickleKind::tuple), bytes, "a call");
    const auto& items = arguments.items;
    if (name.text == kReconstruct) {
        expect(items.size() == 3 && items[0]->is(PickleKind::name) &&
                   (items[0]->text == kArray || items[0]->text == kMatrix),
               bytes, "a numpy array");
        return store.make(PickleKind::array, bytes);
    }
    if (name.text == kFromBuffer) return array_of_buffer(items, store, bytes);
    if (name.text == kScalar) return scalar(items, store, bytes);
    if (name.text == kEncode) return encoded(items, store, bytes);
    if (name.text == kOrderedDict) return ordered_dict(items, store, bytes);
    if (name.text == kBytes) {
        expect(items.empty(), bytes, "a string of bytes");
        return store.make(PickleKind::bytes, bytes);
    }
    PickleValue* const value = store.make(PickleKind::object, bytes);
    value->text = name.text;
    value->items = {&arguments};
    return value;
}

// An array's: (version, shape, type, is it in Fortran's order, bytes), the version left out by the
// oldest. An OrderedDict's holds attributes such as PyTorch's _metadata, which are of no use here.
void set_state(PickleValue& value, const PickleValue& state, PickleDocument::Store& store,
               const PickleBytes& bytes) {
    if (value.is(PickleKind::object)) {
        expect(value.items.size() == 1, bytes, "an object");
        value.items.push_back(&state);
        return;
    }
    if (value.is(PickleKind::dict)) return;
    expect(value.is(PickleKind::array) && value.array == nullptr && state.is(PickleKind::tuple) &&
               (state.items.size() == 4 || state.items.size() == 5),
           bytes, "the state of a value");
    const auto part = state.items.end() - 4;
    expect(is_yes_or_no(*part[2]), bytes, "a numpy array");
    const std::string type = type_of(*part[1], bytes);
    if (!part[3]->is(PickleKind::bytes))
        bytes.refuse(fmt::format("a numpy array of type '{}' in it holds Python objects", type),
                     "store an array of numbers, in Python: array.astype(float)");
    const NpyOrder order = is_true(*part[2]) ? NpyOrder::fortran : NpyOrder::c;
    set_array(
        value,
        make_pickle_array(type, order, shape_of(*part[0], bytes), part[3]->text, bytes.place()),
        store);
}

}  // namespace dcrnn
