// Any bytes as a .npy file: an Error or an array of just its elements.
#include "dcrnn/error.hpp"
#include "dcrnn/files/npy_array.hpp"

#include <cstdlib>

namespace {

template <class Read>
void attempt(Read&& read) {
    try {
        read();
    } catch (const dcrnn::Error&) {
    }
}

void read_all(const dcrnn::NpyArray& array) {
    const auto elements = static_cast<std::size_t>(array.header().elements);
    attempt([&] {
        if (array.read<double>().size() != elements) std::abort();
    });
    attempt([&] { array.read<std::int64_t>(); });
    attempt([&] {
        if (array.read_text().size() != elements) std::abort();
    });
    attempt([&] {
        const std::int64_t rows = array.shape().empty() ? 0 : array.shape()[0];
        if (rows < 2 || elements == 0) return;
        std::vector<float> row(elements / static_cast<std::size_t>(rows));
        array.read_rows(rows - 1, 1, row.data());
        array.read_rows(0, 1, row.data());
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    attempt([&] {
        const std::string text(reinterpret_cast<const char*>(bytes), size);
        read_all(dcrnn::NpyArray(dcrnn::bytes_of_memory(text, "'input'")));
    });
    return 0;
}
