#pragma once
// The first part of a .npy file.

#include "dcrnn/files/npy_array.hpp"

namespace dcrnn {

// Throws Error(data): another magic or version, a header that NumPy would not write, a type that is
// not read here, a shape whose elements do not fit, or not the bytes that it asks for.
NpyHeader read_npy_header(ByteSource& source);

}  // namespace dcrnn
