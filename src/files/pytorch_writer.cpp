// write_pytorch_archive: the zip format of torch.save (torch/serialization.py).

#include "dcrnn/error.hpp"
#include "dcrnn/files/pytorch_archive.hpp"
#include "dcrnn/files/zip_writer.hpp"
#include "pickle_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace dcrnn {
namespace {

template <class Element>
std::string little_endian(const std::vector<double>& values) {
    std::string bytes;
    bytes.reserve(values.size() * sizeof(Element));
    for (const double value : values) {
        const auto element = static_cast<Element>(value);
        std::uint64_t bits = 0;
        std::memcpy(&bits, &element, sizeof element);
        for (std::size_t i = 0; i < sizeof element; ++i)
            bytes += static_cast<char>(bits >> (8 * i) & 0xFF);
    }
    return bytes;
}

void add_tensor(PickleWriter& pickle, const PyTorchTensor& tensor, std::size_t key) {
    pickle.add_name("torch._utils", "_rebuild_tensor_v2");
    pickle.begin_tuple();
    pickle.begin_tuple();
    pickle.add_text("storage");
    pickle.add_name("torch", tensor.type == "f8" ? "DoubleStorage" : "FloatStorage");
    pickle.add_text(std::to_string(key));
    pickle.add_text("cpu");
    pickle.add_integer(static_cast<std::int64_t>(tensor.values.size()));
    pickle.end_tuple();
    pickle.persist();
    pickle.add_integer(0);
    pickle.add_shape(tensor.shape);
    std::vector<std::int64_t> strides(tensor.shape.size(), 1);
    for (std::size_t axis = strides.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * tensor.shape[axis];
    pickle.add_shape(strides);
    pickle.add_no();  // it needs no gradient
    pickle.begin_ordered_dict();
    pickle.end_ordered_dict();  // hooks
    pickle.end_tuple();
    pickle.call();
}

std::vector<std::string> groups_of(const PyTorchArchive& archive) {
    std::vector<std::string> groups;
    const auto add = [&groups](const std::string& group) {
        if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
    };
    for (const PyTorchValue& value : archive.values) add(value.group);
    for (const PyTorchTensor& tensor : archive.tensors) add(tensor.group);
    return groups;
}

void add_group(PickleWriter& pickle, const PyTorchArchive& archive, const std::string& group) {
    for (const PyTorchValue& value : archive.values) {
        if (value.group != group) continue;
        pickle.add_text(value.name);
        pickle.add_plain(value.text);
    }
    for (std::size_t key = 0; key < archive.tensors.size(); ++key) {
        if (archive.tensors[key].group != group) continue;
        pickle.add_text(archive.tensors[key].name);
        add_tensor(pickle, archive.tensors[key], key);
    }
}

std::string pickle_of(const PyTorchArchive& archive) {
    PickleWriter pickle;
    pickle.begin_dict();
    for (const std::string& group : groups_of(archive)) {
        if (group.empty()) {
            add_group(pickle, archive, group);
            continue;
        }
        assert(group.find('/') == std::string::npos);
        pickle.add_text(group);
        pickle.begin_ordered_dict();
        add_group(pickle, archive, group);
        pickle.end_ordered_dict();
    }
    pickle.end_dict();
    return pickle.finish();
}

}  // namespace

void write_pytorch_archive(const PyTorchArchive& archive) {
    std::vector<std::pair<std::string, std::string>> members{
        {"archive/data.pkl", pickle_of(archive)}, {"archive/byteorder", "little"}};
    for (std::size_t key = 0; key < archive.tensors.size(); ++key) {
        const PyTorchTensor& tensor = archive.tensors[key];
        members.emplace_back(fmt::format("archive/data/{}", key),
                             tensor.type == "f8" ? little_endian<double>(tensor.values)
                                                 : little_endian<float>(tensor.values));
    }
    members.emplace_back("archive/version", "3\n");
    write_zip(archive.path, members);
}

}  // namespace dcrnn
