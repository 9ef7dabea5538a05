#pragma once
// From the bytes of a NumPy array to numbers and text.

#include "dcrnn/files/npy_array.hpp"

#include <cstddef>
#include <string>

namespace dcrnn {

// Whether the bytes of the header's type are those of T here.
template <class T>
bool is_stored_as(const NpyHeader& header);

// `count` numbers. T: float, double, int64_t; name: of the array, for messages. Throws Error(data)
// where int64_t cannot hold one.
template <class T>
void decode_numbers(const NpyHeader& header, const std::string& name, const char* from,
                    std::size_t count, T* into);

// One element as UTF-8. Throws Error(data) for floats, booleans and what is no character.
std::string decode_text(const NpyHeader& header, const std::string& name, const char* from);

}  // namespace dcrnn
