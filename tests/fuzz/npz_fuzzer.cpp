// Any bytes as an .npz: an Error, or its arrays.
#include "dcrnn/error.hpp"
#include "dcrnn/files/npz_file.hpp"
#include "memory_file.hpp"

namespace {

void read_array(const dcrnn::NpzFile& file, const std::string& name) {
    try {
        const dcrnn::NpyArray array = file.array(name);
        if (array.header().is_number())
            array.read<double>();
        else
            array.read_text();
    } catch (const dcrnn::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const dcrnn::fuzz::MemoryFile input(bytes, size);
    try {
        const auto file = dcrnn::NpzFile::open(input.path());
        for (const auto& name : file.names()) read_array(file, name);
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
