// Any bytes as a pickle: an Error, or a tree whose arrays can be read.
#include "dcrnn/error.hpp"
#include "dcrnn/files/pickle_value.hpp"

namespace {

void read_arrays(const dcrnn::PickleValue& value) {
    for (const auto* item : value.items) read_arrays(*item);
    if (!value.is(dcrnn::PickleKind::array)) return;
    try {
        const dcrnn::NpyArray array = dcrnn::array_of(value);
        if (array.header().is_number()) array.read<double>();
    } catch (const dcrnn::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    try {
        const auto document =
            dcrnn::read_pickle({reinterpret_cast<const char*>(bytes), size}, "input");
        read_arrays(document.root());
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
