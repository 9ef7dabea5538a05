#include "dcrnn/files/pytorch_archive.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/byte_source.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "pytorch_tensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace dcrnn {
namespace {

constexpr std::string_view kDataName = "data.pkl";
// 0x1950a86a20f9469cfc6c, the first pickle of the older format; little-endian.
constexpr std::string_view kMagic{"\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10};
constexpr std::int64_t kOldVersion = 1001;

class Content {
public:
    Content(const PyTorchStorages& storages, char order, std::uint64_t most,
            PyTorchArchive& archive)
        : storages_(storages),
          order_(order),
          left_(most),
          text_left_(4 * most + 65536),
          archive_(archive) {}

    void take(const PickleValue& dict, const std::string& group) {
        for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2)
            take_item(name_of(*dict.items[i]), *dict.items[i + 1], group);
    }

private:
    void take_item(const std::string& name, const PickleValue& value, const std::string& group) {
        charge(group.size() + name.size() + value.text.size());
        if (value.is(PickleKind::dict))
            take(value, group.empty() ? name : group + "/" + name);
        else if (is_tensor(value))
            take_tensor(name, value, group);
        else if (const std::string text = text_of(value); !text.empty()) {
            charge(text.size());
            archive_.values.push_back({group, name, text});
        }
    }

    // Views of one storage may overlap; together they may not be many times the file.
    void take_tensor(const std::string& name, const PickleValue& value, const std::string& group) {
        const TensorView view = view_of(value, storages_, archive_.path);
        if (view.elements > left_)
            refuse_pytorch(archive_.path, "its tensors are many times as large as the file",
                           "get the checkpoint from a source you trust");
        left_ -= view.elements;
        archive_.tensors.push_back(
            {group, name, view.shape, values_of(view, order_, archive_.path), view.storage->type});
    }

    static std::string name_of(const PickleValue& key) {
        return key.is(PickleKind::integer) ? std::to_string(key.integer) : std::string(key.text);
    }

    // Empty for what is no plain value.
    static std::string text_of(const PickleValue& value) {
        switch (value.kind) {
            case PickleKind::boolean:
                return value.integer != 0 ? "true" : "false";
            case PickleKind::integer:
                return std::to_string(value.integer);
            case PickleKind::real:
                return fmt::format("{}", value.real);  // the shortest that gives it back
            case PickleKind::text:
            case PickleKind::bytes:
                return std::string(value.text);
            case PickleKind::list:
            case PickleKind::tuple: {
                std::string text;
                for (const PickleValue* item : value.items) {
                    if (item->is_sequence() || item->is_string()) return "";
                    text += (text.empty() ? "" : ",") + text_of(*item);
                }
                return text;
            }
            default:
                return "";
        }
    }

    // Names and texts may be shared in the pickle, but not here.
    void charge(std::size_t bytes) {
        if (bytes > text_left_)
            refuse_pytorch(archive_.path, "its texts are many times as large as the file",
                           "get the checkpoint from a source you trust");
        text_left_ -= bytes;
    }

    const PyTorchStorages& storages_;
    char order_;
    std::uint64_t left_;       // elements
    std::uint64_t text_left_;  // bytes
    PyTorchArchive& archive_;
};

void take_content(const PickleValue& root, const PyTorchStorages& storages, char order,
                  std::uint64_t most, PyTorchArchive& archive) {
    if (!root.is(PickleKind::dict))
        refuse_pytorch(archive.path, "it holds no dictionary of weights",
                       "save one with PyTorch: torch.save(model.state_dict(), 'weights.pt')");
    Content(storages, order, most, archive).take(root, "");
}

// The folder in the archive that holds data.pkl, with its slash.
std::string folder_of(const ZipArchive& archive) {
    std::string folder;
    bool found = false;
    for (const ZipMember& member : archive.members()) {
        const std::string& name = member.name;
        if (name.size() < kDataName.size() ||
            name.compare(name.size() - kDataName.size(), kDataName.size(), kDataName) != 0)
            continue;
        if (found)
            refuse_pytorch(archive.path(), "it has two members data.pkl", "give one checkpoint");
        found = true;
        folder = name.substr(0, name.size() - kDataName.size());
    }
    if (!found)
        refuse_pytorch(archive.path(), "it is a zip archive without data.pkl",
                       "give what torch.save wrote");
    for (const ZipMember& member : archive.members())
        if (member.name.compare(0, folder.size() + 5, folder + "code/") == 0)
            refuse_pytorch(archive.path(), "it is TorchScript, which holds code",
                           "save the weights: torch.save(model.state_dict(), 'weights.pt')");
    return folder;
}

void read_zip(const std::string& path, std::uint64_t file_bytes, PyTorchArchive& archive) {
    const ZipArchive zip = ZipArchive::open(path);
    const std::string folder = folder_of(zip);
    const std::uint64_t most = 8 * file_bytes;
    const std::string pickle = zip.read(folder + std::string(kDataName), most);
    const PickleDocument document =
        read_pickle(pickle, path + ", " + std::string(kDataName), pytorch_names());
    char order = '<';
    if (zip.has(folder + "byteorder")) {
        const std::string text = zip.read(folder + "byteorder", 16);
        if (text != "little" && text != "big")
            refuse_damaged_pytorch(path, fmt::format("its byte order is '{}'", text));
        order = text == "big" ? '>' : '<';
    }
    PyTorchStorages storages = list_storages(document.root(), path);
    read_storages(zip, folder, most, storages);
    take_content(document.root(), storages, order, file_bytes, archive);
}

// Five pickles one behind the other (magic number, version, what wrote it, the dictionary, the keys
// of the storages) and the storages, which are little-endian on every machine.
void read_old(const std::string& path, PyTorchArchive& archive) {
    const std::string bytes = read_whole(path);
    std::string_view left = bytes;
    const auto next = [&] {
        PickleDocument document = read_pickle(left, path, pytorch_names());
        left.remove_prefix(document.size());
        return document;
    };
    const PickleDocument magic = next();
    if (!magic.root().is(PickleKind::big_integer) || magic.root().text != kMagic)
        refuse_pytorch(path, "it is a pickle that PyTorch did not write",
                       "give what torch.save wrote");
    const PickleDocument version = next(), system = next(), root = next(), keys = next();
    if (version.root().integer != kOldVersion)
        refuse_pytorch(path, fmt::format("its format has version {}", version.root().integer),
                       "load and save it with a newer PyTorch");
    PyTorchStorages storages = list_storages(root.root(), path);
    find_storages(left, keys.root(), path, storages);
    take_content(root.root(), storages, '<', bytes.size(), archive);
}

}  // namespace

bool is_pytorch_archive(const std::string& path) {
    const FileKind kind = file_kind(path);
    if (kind == FileKind::zip) {
        const ZipArchive zip = ZipArchive::open(path);
        const auto is_data = [](const ZipMember& member) {
            return std::filesystem::path(member.name).filename() == kDataName;
        };
        return std::any_of(zip.members().begin(), zip.members().end(), is_data);
    }
    if (kind != FileKind::pickle) return false;
    // PROTO 2 and LONG1 with the magic number.
    std::array<char, 14> start{};
    const auto bytes = open_bytes(path);
    if (bytes->size() < start.size()) return false;
    bytes->read(0, start.size(), start.data());
    return std::string_view(start.data(), start.size()).substr(4) == kMagic;
}

PyTorchArchive read_pytorch_archive(const std::string& path) {
    PyTorchArchive archive;
    archive.path = path;
    const FileKind kind = require_readable(path);
    std::error_code unknown;
    if (kind == FileKind::zip)
        read_zip(path, std::filesystem::file_size(path, unknown), archive);
    else if (kind == FileKind::pickle)
        read_old(path, archive);
    else
        refuse_kind(path, kind, "a file of torch.save",
                    "give what torch.save wrote, such as epo45.tar");
    return archive;
}

}  // namespace dcrnn
