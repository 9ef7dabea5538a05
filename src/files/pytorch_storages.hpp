#pragma once
// The storages of a file of torch.save: what lies behind its tensors.

#include "dcrnn/files/pickle_value.hpp"
#include "dcrnn/files/zip_archive.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace dcrnn {

struct PyTorchStorage {
    std::string type;  // as numpy writes it, without the byte order: "f4"
    std::uint64_t elements = 0, element_bytes = 0;
    std::string owned;  // the bytes, where the file's own are not at hand
    std::string_view bytes;
};
using PyTorchStorages = std::map<std::string, PyTorchStorage, std::less<>>;  // by key

// Names that may stand in such a pickle besides those of any pickle.
const std::vector<std::string_view>& pytorch_names();

// Every storage that the pickle's tensors refer to, without its bytes. Throws Error(data).
PyTorchStorages list_storages(const PickleValue& root, const std::string& path);

// The key in ("storage", type, key, location, elements).
std::string storage_key(const PickleValue& persistent, const std::string& path);

// Their bytes: members PREFIX/data/KEY of the archive, or what follows the pickles of the older
// format, in the order of `keys`, each after its number of elements. Throw Error(data).
void read_storages(const ZipArchive& archive, const std::string& prefix, std::uint64_t most,
                   PyTorchStorages& storages);
void find_storages(std::string_view behind, const PickleValue& keys, const std::string& path,
                   PyTorchStorages& storages);

[[noreturn]] void refuse_pytorch(const std::string& path, const std::string& reason,
                                 const std::string& remedy);
[[noreturn]] void refuse_damaged_pytorch(const std::string& path, const std::string& reason);

}  // namespace dcrnn
