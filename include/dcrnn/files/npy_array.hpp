#pragma once
// One array of NumPy: a .npy file of format 1.0 to 3.0, or a member of an .npz (npz_file.hpp).
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
//
// Read are booleans, integers of 8 to 64 bits, floats of 16, 32 and 64 bits, and text of fixed
// length (S, U), in both byte orders, C and Fortran order. Nothing in the file is ever executed:
// arrays of Python objects are refused, as are all other types, by name. Memory: what is
// returned, at most 8 bytes for each byte of a number (64 for one of text), and a block of 1 MiB.

#include "dcrnn/files/byte_source.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

enum class NpyElement { boolean, signed_integer, unsigned_integer, floating, bytes, text };
enum class NpyOrder { c, fortran };
enum class ByteOrder { little, big };

struct NpyHeader {
    std::string type;  // as NumPy writes it: "<f8"
    NpyElement element = NpyElement::floating;
    int bytes = 0;  // per element, at least 1
    ByteOrder byte_order = ByteOrder::little;
    NpyOrder order = NpyOrder::c;
    std::vector<std::int64_t> shape;  // empty: a scalar
    std::int64_t elements = 0;        // the product of the shape
    std::uint64_t data_at = 0;        // where they begin

    bool is_number() const { return element != NpyElement::bytes && element != NpyElement::text; }
};

class NpyArray {
public:
    // Throw Error(data): no such array, another type, a size that is not that of the shape.
    static NpyArray open(const std::string& path);
    explicit NpyArray(std::unique_ptr<ByteSource> source);

    const std::string& name() const { return source_->name(); }  // for messages, in quotes
    const NpyHeader& header() const { return header_; }
    const std::vector<std::int64_t>& shape() const { return header_.shape; }

    // All numbers in C order. T: double or float (rounded to the nearest where T is narrower), or
    // int64_t, which throws Error(data) for floats and for what is too large.
    template <class T>
    std::vector<T> read() const;
    // Rows first .. first+count-1 of the first axis, in C order, into memory that holds them; of an
    // array in C order nothing else is read.
    template <class T>
    void read_rows(std::int64_t first, std::int64_t count, T* into) const;
    // All elements as UTF-8 in C order, integers as decimal numbers. Throws Error(data) for floats
    // and booleans.
    std::vector<std::string> read_text() const;

private:
    // Elements first .. first+count-1 as they stand in the file.
    template <class T>
    void read_stored(std::int64_t first, std::int64_t count, T* into) const;

    std::unique_ptr<ByteSource> source_;
    NpyHeader header_;
};

}  // namespace dcrnn
