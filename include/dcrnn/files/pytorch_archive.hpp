#pragma once
// What torch.save wrote: a dictionary of tensors and plain values, in the zip format of PyTorch 1.6
// and later or the format before it (torch/serialization.py). Nothing in it is ever executed:
// dictionaries, lists, numbers, text and tensors are read, any other class is refused by name.

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct PyTorchTensor {
    std::string group;  // the dictionaries around it, "model_state_dict" or "optimizer/state/0"
    std::string name;   // its key
    std::vector<std::int64_t> shape;
    std::vector<double> values;  // row-major
    std::string type = "f4";     // as numpy names it: f4, f8, f2, i8 ...
};

struct PyTorchValue {
    std::string group, name;
    std::string text;  // "0.01", "true", "adam", a list of numbers as "20,30,40"
};

struct PyTorchArchive {
    std::string path;
    std::vector<PyTorchTensor> tensors;  // in the order of the file
    std::vector<PyTorchValue> values;
};

// Tensors of floats (16, 32 and 64 bits) and integers, on any device, contiguous or not. Takes at
// most 16 bytes of memory for each byte of the file beyond what its pickle takes. Throws
// Error(data): not such a file, cut or damaged, a whole module instead of its weights, TorchScript,
// storages that are missing or of another size than they should have.
PyTorchArchive read_pytorch_archive(const std::string& path);

// Whether the file is a checkpoint of PyTorch, by its first bytes and, in a zip archive, by its
// members. Throws Error(data) for a zip archive that cannot be read.
bool is_pytorch_archive(const std::string& path);

// Writes a zip archive as torch.save does, for torch.load with and without weights_only: groups
// become dictionaries, values numbers or truth values where their text is one, tensors of type f4
// or f8. Throws Error(other) when it cannot be written.
void write_pytorch_archive(const PyTorchArchive& archive);

}  // namespace dcrnn
