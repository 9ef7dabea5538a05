// Any bytes as a file of torch.save: an Error, or tensors with the elements of their shapes.
#include "dcrnn/error.hpp"
#include "dcrnn/files/pytorch_archive.hpp"
#include "memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const dcrnn::fuzz::MemoryFile input(bytes, size);
    try {
        for (const auto& tensor : dcrnn::read_pytorch_archive(input.path()).tensors) {
            std::size_t elements = 1;
            for (const auto axis : tensor.shape) elements *= static_cast<std::size_t>(axis);
            if (elements != tensor.values.size()) std::abort();
        }
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
