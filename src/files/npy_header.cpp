#include "npy_header.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace dcrnn {
namespace {

constexpr std::size_t kMostHeaderBytes = 1 << 16;  // NumPy itself stops at 10,000
constexpr std::size_t kMostAxes = 64;              // NumPy's own limit

[[noreturn]] void fail(const ByteSource& source, const std::string& reason) {
    throw Error(ErrorKind::data, fmt::format("cannot read the NumPy array {}", source.name()),
                reason, "the file may be damaged or cut short; copy or download it again");
}

[[noreturn]] void fail_type(const ByteSource& source, std::string_view type,
                            const std::string& words) {
    throw Error(ErrorKind::data, fmt::format("cannot read the NumPy array {}", source.name()),
                fmt::format("its elements are {} ({})", words, type.substr(0, 100)),
                "store numbers, in Python: numpy.save('new.npy', array.astype(float))");
}

// The dictionary that describes the array, as Python writes it. Nothing but the three known keys
// and their few kinds of values is understood.
class HeaderText {
public:
    HeaderText(const ByteSource& source, std::string_view text) : source_(source), left_(text) {}

    NpyHeader read() {
        expect('{');
        while (!take('}')) {
            const std::string_view key = quoted();
            expect(':');
            read_value(key);
            if (take(',')) continue;
            expect('}');
            break;
        }
        skip_blanks();
        if (!left_.empty()) fail(source_, "something follows its header");
        if (!has_type_ || !has_order_ || !has_shape_)
            fail(source_, "its header lacks one of descr, fortran_order and shape");
        return header_;
    }

private:
    void read_value(std::string_view key) {
        if (key == "descr" && !has_type_) {
            has_type_ = true;
            skip_blanks();
            if (!left_.empty() && left_.front() != '\'' && left_.front() != '"')
                fail_type(source_, left_, "records of several fields");
            header_.type = quoted();
        } else if (key == "fortran_order" && !has_order_) {
            has_order_ = true;
            const bool fortran = take_word("True");
            if (!fortran && !take_word("False"))
                fail(source_, "its header says neither True nor False to fortran_order");
            header_.order = fortran ? NpyOrder::fortran : NpyOrder::c;
        } else if (key == "shape" && !has_shape_) {
            has_shape_ = true;
            read_shape();
        } else {
            fail(source_, fmt::format("its header has the key '{}' too much", key.substr(0, 40)));
        }
    }

    void read_shape() {
        expect('(');
        while (!take(')')) {
            header_.shape.push_back(length());
            if (header_.shape.size() > kMostAxes) fail(source_, "it has more than 64 axes");
            if (take(',')) continue;
            expect(')');
            break;
        }
    }

    std::int64_t length() {
        skip_blanks();
        std::int64_t value = 0;
        const auto [stop, error] =
            std::from_chars(left_.data(), left_.data() + left_.size(), value);
        if (error != std::errc() || value < 0)
            fail(source_, "its shape has an axis whose length is no number from 0 to 2^63-1");
        left_.remove_prefix(static_cast<std::size_t>(stop - left_.data()));
        take('L');  // a long of Python 2
        return value;
    }

    std::string_view quoted() {
        skip_blanks();
        const char quote = left_.empty() ? ' ' : left_.front();
        const std::size_t end =
            quote == '\'' || quote == '"' ? left_.find(quote, 1) : std::string_view::npos;
        if (end == std::string_view::npos) fail(source_, "its header is not as NumPy writes it");
        const std::string_view text = left_.substr(1, end - 1);
        left_.remove_prefix(end + 1);
        return text;
    }

    bool take_word(std::string_view word) {
        skip_blanks();
        const bool found = left_.substr(0, word.size()) == word;
        if (found) left_.remove_prefix(word.size());
        return found;
    }

    bool take(char sign) { return take_word({&sign, 1}); }

    void expect(char sign) {
        if (!take(sign)) fail(source_, "its header is not as NumPy writes it");
    }

    void skip_blanks() {
        left_.remove_prefix(std::min(left_.find_first_not_of(" \n"), left_.size()));
    }

    const ByteSource& source_;
    std::string_view left_;
    NpyHeader header_;
    bool has_type_ = false, has_order_ = false, has_shape_ = false;
};

struct KnownType {
    char letter;
    NpyElement element;
    std::string_view sizes;  // bytes of an element; those of text are free
};
constexpr std::array<KnownType, 6> kKnownTypes{{{'b', NpyElement::boolean, "1"},
                                                {'i', NpyElement::signed_integer, "1248"},
                                                {'u', NpyElement::unsigned_integer, "1248"},
                                                {'f', NpyElement::floating, "248"},
                                                {'S', NpyElement::bytes, ""},
                                                {'U', NpyElement::text, ""}}};

// Why a type of NumPy is not read.
std::string words_for(char letter) {
    switch (letter) {
        case 'O':
            return "Python objects, which could run code when loaded";
        case 'c':
            return "complex numbers";
        case 'M':
        case 'm':
            return "dates or time spans";
        case 'V':
            return "raw bytes or records";
        default:
            return "of a type that is not read here";
    }
}

void set_type(const ByteSource& source, NpyHeader& header) {
    const std::string_view type = header.type;
    if (type.size() < 2) fail_type(source, type, "of no known type");
    const char order = type[0], letter = type[1];
    const auto known = std::find_if(kKnownTypes.begin(), kKnownTypes.end(),
                                    [&](const KnownType& t) { return t.letter == letter; });
    if (known == kKnownTypes.end()) fail_type(source, type, words_for(letter));
    const std::string_view size = type.substr(2);
    int bytes = 0;
    const auto [stop, error] = std::from_chars(size.data(), size.data() + size.size(), bytes);
    const bool is_count = error == std::errc() && stop == size.data() + size.size() && bytes > 0;
    const bool fits = known->sizes.empty()
                          ? bytes <= (1 << 20)
                          : size.size() == 1 && known->sizes.find(size[0]) != std::string::npos;
    if (!is_count || !fits || (order != '<' && order != '>' && order != '|'))
        fail_type(source, type, "of a type that is not read here");
    header.element = known->element;
    header.bytes = header.element == NpyElement::text ? 4 * bytes : bytes;
    header.byte_order = order == '>' ? ByteOrder::big : ByteOrder::little;
    const bool one_byte = header.bytes == 1 || header.element == NpyElement::bytes;
    if (order == '|' && !one_byte) fail_type(source, type, "numbers without a byte order");
}

// Any product of the lengths is checked before it is used, also that of an array without elements.
void set_size(const ByteSource& source, NpyHeader& header) {
    std::int64_t product = 1;
    bool empty = false;
    for (const std::int64_t length : header.shape) {
        empty = empty || length == 0;
        if (__builtin_mul_overflow(product, std::max<std::int64_t>(length, 1), &product))
            fail(source, "the product of its shape is beyond 2^63");
    }
    std::int64_t bytes = 0;
    header.elements = empty ? 0 : product;
    if (__builtin_mul_overflow(header.elements, std::int64_t{header.bytes}, &bytes))
        fail(source, "its shape asks for more than 2^63 bytes");
    const std::uint64_t there = source.size() - header.data_at;
    if (there != static_cast<std::uint64_t>(bytes))
        fail(source, fmt::format("its shape ({}) of {} asks for {} bytes of numbers, it holds {}",
                                 fmt::join(header.shape, ", "), header.type, bytes, there));
}

}  // namespace

NpyHeader read_npy_header(ByteSource& source) {
    // \x93NUMPY, major and minor version, and the length of the text: two bytes, later four.
    std::array<unsigned char, 12> start{};
    if (source.size() < start.size()) fail(source, "it is shorter than the header of any array");
    source.read(0, start.size(), start.data());
    constexpr std::string_view kMagic = "\x93NUMPY";
    if (!std::equal(kMagic.begin(), kMagic.end(), start.begin(),
                    [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }))
        fail(source, "it does not begin as a .npy file does");
    const int major = start[6], minor = start[7];
    if (major < 1 || major > 3 || minor != 0)
        fail(source, fmt::format("its format is {}.{}; 1.0, 2.0 and 3.0 are read", major, minor));
    const std::size_t text_at = major == 1 ? 10 : 12;
    std::size_t length = 0;
    for (std::size_t i = text_at; i-- > 8;) length = length * 256 + start[i];
    if (length > kMostHeaderBytes) fail(source, fmt::format("its header has {} bytes", length));
    if (length > source.size() - text_at) fail(source, "it ends within its header");

    std::string text(length, '\0');
    source.read(text_at, length, text.data());
    NpyHeader header = HeaderText(source, text).read();
    header.data_at = text_at + length;
    set_type(source, header);
    set_size(source, header);
    return header;
}

}  // namespace dcrnn
