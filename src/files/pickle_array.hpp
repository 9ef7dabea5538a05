#pragma once
// A numpy array in a pickle: the header that it would have as a .npy file, and its bytes, so that
// the reader of such files reads both.

#include "dcrnn/files/npy_array.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dcrnn {

struct PickleArray {
    std::string header;
    std::string_view bytes;  // of the pickle
    std::string name;        // for messages
};

// type: as numpy writes it, "<f4".
PickleArray make_pickle_array(const std::string& type, NpyOrder order,
                              const std::vector<std::int64_t>& shape, std::string_view bytes,
                              const std::string& name);

// Throws Error(data) for a type that is not read, and a shape that is not that of the bytes.
NpyArray open_array(const PickleArray& array);

}  // namespace dcrnn
