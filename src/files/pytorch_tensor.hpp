#pragma once
// One tensor in a pickle of PyTorch: the call that makes it of its storage.

#include "pytorch_storages.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

bool is_tensor(const PickleValue& value);

struct TensorView {
    const PyTorchStorage* storage = nullptr;
    std::uint64_t first = 0;  // element of the storage
    std::vector<std::int64_t> shape, strides;
    std::uint64_t elements = 0;
};

// Throws Error(data) where it is not as PyTorch writes it, or reaches beyond its storage.
TensorView view_of(const PickleValue& tensor, const PyTorchStorages& storages,
                   const std::string& path);

// All elements, row-major. order: '<' or '>', of the storage's bytes.
std::vector<double> values_of(const TensorView& view, char order, const std::string& path);

}  // namespace dcrnn
