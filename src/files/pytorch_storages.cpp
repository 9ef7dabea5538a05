#include "pytorch_storages.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace dcrnn {
namespace {

struct StorageType {
    std::string_view name, type;
    std::uint64_t bytes;
};
constexpr std::array<StorageType, 9> kStorageTypes{{{"torch.FloatStorage", "f4", 4},
                                                    {"torch.DoubleStorage", "f8", 8},
                                                    {"torch.HalfStorage", "f2", 2},
                                                    {"torch.LongStorage", "i8", 8},
                                                    {"torch.IntStorage", "i4", 4},
                                                    {"torch.ShortStorage", "i2", 2},
                                                    {"torch.CharStorage", "i1", 1},
                                                    {"torch.ByteStorage", "u1", 1},
                                                    {"torch.BoolStorage", "b1", 1}}};

constexpr std::size_t kMostStorages = 4096, kLongestKey = 100;  // far above any use

const PickleValue& parts_of(const PickleValue& persistent, const std::string& path) {
    const bool plain = persistent.is(PickleKind::persistent) && !persistent.items.empty() &&
                       persistent.items[0]->is(PickleKind::tuple);
    const PickleValue& parts = plain ? *persistent.items[0] : persistent;
    if (!plain || parts.items.size() < 5 || parts.items[0]->text != "storage" ||
        !parts.items[1]->is(PickleKind::name) || !parts.items[2]->is_string() ||
        !parts.items[4]->is(PickleKind::integer) || parts.items[4]->integer < 0)
        refuse_damaged_pytorch(path, "a storage in it is not named as PyTorch does");
    if (parts.items.size() > 5 && !parts.items[5]->is(PickleKind::none))
        refuse_pytorch(path, "a storage in it is a view of another one",
                       "load and save it with a newer PyTorch");
    return parts;
}

PyTorchStorage describe_storage(const PickleValue& parts, const std::string& path) {
    for (const StorageType& known : kStorageTypes) {
        if (parts.items[1]->text != known.name) continue;
        PyTorchStorage storage;
        storage.type = known.type;
        storage.element_bytes = known.bytes;
        storage.elements = static_cast<std::uint64_t>(parts.items[4]->integer);
        if (storage.elements > std::numeric_limits<std::uint64_t>::max() / known.bytes)
            refuse_damaged_pytorch(path, "a storage in it has more than 2^64 bytes");
        return storage;
    }
    refuse_damaged_pytorch(path, fmt::format("'{}' is no storage", parts.items[1]->text));
}

void list_below(const PickleValue& value, const std::string& path, PyTorchStorages& storages) {
    if (!value.is(PickleKind::persistent)) {
        for (const PickleValue* item : value.items) list_below(*item, path, storages);
        return;
    }
    const PickleValue& parts = parts_of(value, path);
    if (parts.items[2]->text.size() > kLongestKey || storages.size() > kMostStorages)
        refuse_pytorch(path, "no DCRNN has such storages", "give the checkpoint of one");
    const PyTorchStorage described = describe_storage(parts, path);
    const auto [place, is_new] = storages.emplace(parts.items[2]->text, described);
    if (!is_new &&
        (place->second.type != described.type || place->second.elements != described.elements))
        refuse_damaged_pytorch(path, fmt::format("storage {} in it has two sizes", place->first));
}

std::uint64_t size_of(const PyTorchStorage& storage) {
    return storage.elements * storage.element_bytes;
}

}  // namespace

const std::vector<std::string_view>& pytorch_names() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> list{
            "torch._utils._rebuild_tensor_v2", "torch._utils._rebuild_tensor",
            "torch._utils._rebuild_parameter", "torch.Size", "torch.device"};
        for (const StorageType& known : kStorageTypes) list.push_back(known.name);
        return list;
    }();
    return names;
}

PyTorchStorages list_storages(const PickleValue& root, const std::string& path) {
    PyTorchStorages storages;
    list_below(root, path, storages);
    return storages;
}

std::string storage_key(const PickleValue& persistent, const std::string& path) {
    return std::string(parts_of(persistent, path).items[2]->text);
}

void read_storages(const ZipArchive& archive, const std::string& prefix, std::uint64_t most,
                   PyTorchStorages& storages) {
    for (auto& [key, storage] : storages) {
        storage.owned = archive.read(prefix + "data/" + key, most);
        most -= storage.owned.size();
        storage.bytes = storage.owned;
        if (storage.bytes.size() != size_of(storage))
            refuse_damaged_pytorch(archive.path(),
                                   fmt::format("storage {} has {} bytes instead of {}", key,
                                               storage.bytes.size(), size_of(storage)));
    }
}

void find_storages(std::string_view behind, const PickleValue& keys, const std::string& path,
                   PyTorchStorages& storages) {
    for (const PickleValue* key : keys.items) {
        const auto place = key->is_string() ? storages.find(key->text) : storages.end();
        if (place == storages.end())
            refuse_damaged_pytorch(path, "it lists a storage that no tensor uses");
        PyTorchStorage& storage = place->second;
        std::uint64_t elements = 0;
        constexpr std::size_t kCountBytes = sizeof elements;
        if (behind.size() < kCountBytes || behind.size() - kCountBytes < size_of(storage))
            refuse_damaged_pytorch(path, fmt::format("it ends inside storage {}", place->first));
        for (std::size_t i = kCountBytes; i-- > 0;)
            elements = elements << 8 | static_cast<unsigned char>(behind[i]);
        if (elements != storage.elements)
            refuse_damaged_pytorch(path, fmt::format("storage {} has {} elements instead of {}",
                                                     place->first, elements, storage.elements));
        storage.bytes = behind.substr(kCountBytes, static_cast<std::size_t>(size_of(storage)));
        behind.remove_prefix(kCountBytes + storage.bytes.size());
    }
    for (const auto& [key, storage] : storages)
        if (storage.bytes.size() != size_of(storage))
            refuse_damaged_pytorch(path, fmt::format("storage {} is missing in it", key));
    if (!behind.empty())
        refuse_damaged_pytorch(path, fmt::format("{} bytes follow its end", behind.size()));
}

void refuse_pytorch(const std::string& path, const std::string& reason, const std::string& remedy) {
    throw Error(ErrorKind::data, fmt::format("cannot read the PyTorch file '{}'", path), reason,
                remedy);
}

void refuse_damaged_pytorch(const std::string& path, const std::string& reason) {
    refuse_pytorch(path, reason, "the file is cut or damaged: copy or download it again");
}

}  // namespace dcrnn
