#include "dcrnn/error.hpp"
#include "hdf5_handle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <numeric>

namespace dcrnn {
namespace {

// H5Dread or H5Aread of everything, into a buffer of the given memory type.
using ReadAll = std::function<herr_t(hid_t memory_type, void* buffer)>;

std::vector<std::string> read_fixed_texts(hid_t type, std::size_t count, const ReadAll& read) {
    const std::size_t width = H5Tget_size(type);
    std::string bytes(width * count, '\0');
    if (read(type, bytes.data()) < 0) return {};
    const bool padded = H5Tget_strpad(type) == H5T_STR_SPACEPAD;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) {
        std::string text = bytes.substr(i * width, width);
        text.resize(std::min(text.find('\0'), text.size()));
        if (padded) text.resize(text.find_last_not_of(' ') + 1);
        texts.push_back(text);
    }
    return texts;
}

std::vector<std::string> read_variable_texts(hid_t type, hid_t space, std::size_t count,
                                             const ReadAll& read) {
    std::vector<char*> pointers(count, nullptr);
    if (read(type, pointers.data()) < 0) return {};
    std::vector<std::string> texts;
    for (const char* text : pointers) texts.emplace_back(text == nullptr ? "" : text);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
    return texts;
}

// As many texts as the space holds, or none after a failure.
std::vector<std::string> read_texts(hid_t type, hid_t space, const ReadAll& read) {
    const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    if (count == 0) return {};
    return H5Tis_variable_str(type) > 0 ? read_variable_texts(type, space, count, read)
                                        : read_fixed_texts(type, count, read);
}

std::int64_t product(const std::vector<std::int64_t>& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

struct Attribute {
    Hdf5Id id, type, space;
};

Attribute open_attribute(hid_t object, const std::string& name) {
    Hdf5Id id(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
    Hdf5Id type(id ? H5Aget_type(id.get()) : H5I_INVALID_HID, H5Tclose);
    Hdf5Id space(id ? H5Aget_space(id.get()) : H5I_INVALID_HID, H5Sclose);
    return {std::move(id), std::move(type), std::move(space)};
}

std::string attribute_name(const std::string& object, const std::string& name) {
    return fmt::format("{} attribute {}", object, name);
}

}  // namespace

template <class T>
std::vector<T> Hdf5File::read(const std::string& dataset) const {
    const Hdf5Id id = handle_->open_dataset(dataset);
    const Hdf5Id type(H5Dget_type(id.get()), H5Tclose);
    const std::int64_t elements = product(handle_->shape(id.get()));
    const hid_t memory = handle_->memory_type<T>(dataset, type.get());
    std::vector<T> values(static_cast<std::size_t>(elements));
    if (elements > 0 && H5Dread(id.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
        handle_->fail_read(dataset);
    handle_->count_bytes(elements, type.get());
    return values;
}

template <class T>
void Hdf5File::read_rows(const std::string& dataset, std::int64_t first, std::int64_t count,
                         T* into) const {
    const Hdf5Id id = handle_->open_dataset(dataset);
    const Hdf5Id type(H5Dget_type(id.get()), H5Tclose);
    const std::vector<std::int64_t> shape = handle_->shape(id.get());
    require(!shape.empty() && first >= 0 && count >= 0 && first + count <= shape[0],
            ErrorKind::data,
            fmt::format("rows {} to {} of '{}' were asked for in '{}'", first, first + count - 1,
                        dataset, path()),
            fmt::format("its shape is [{}]", fmt::join(shape, ", ")), "the file may have changed");
    if (count == 0) return;
    std::vector<hsize_t> start(shape.size(), 0), size(shape.begin(), shape.end());
    start[0] = static_cast<hsize_t>(first);
    size[0] = static_cast<hsize_t>(count);
    const Hdf5Id rows(H5Dget_space(id.get()), H5Sclose);
    H5Sselect_hyperslab(rows.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr);
    const Hdf5Id block(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                       H5Sclose);
    const hid_t memory = handle_->memory_type<T>(dataset, type.get());
    if (H5Dread(id.get(), memory, block.get(), rows.get(), H5P_DEFAULT, into) < 0)
        handle_->fail_read(dataset);
    handle_->count_bytes(count * product(shape) / shape[0], type.get());
}

std::vector<std::string> Hdf5File::read_strings(const std::string& dataset) const {
    const Hdf5Id id = handle_->open_dataset(dataset);
    const Hdf5Id type(H5Dget_type(id.get()), H5Tclose);
    const Hdf5Id space(H5Dget_space(id.get()), H5Sclose);
    if (H5Tget_class(type.get()) != H5T_STRING) handle_->fail_kind(dataset, "text");
    const auto texts = read_texts(type.get(), space.get(), [&](hid_t memory, void* buffer) {
        return H5Dread(id.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, buffer);
    });
    if (texts.empty() && product(handle_->shape(id.get())) > 0) handle_->fail_read(dataset);
    handle_->count_bytes(static_cast<std::int64_t>(texts.size()), type.get());
    return texts;
}

bool Hdf5File::has_attribute(const std::string& object, const std::string& name) const {
    const Hdf5Id id = handle_->open_object(object);
    return id && H5Aexists(id.get(), name.c_str()) > 0;
}

std::string Hdf5File::read_text_attribute(const std::string& object,
                                          const std::string& name) const {
    const Hdf5Id owner = handle_->open_object(object);
    const Attribute attribute = open_attribute(owner.get(), name);
    if (!attribute.id) handle_->fail_read(attribute_name(object, name));
    if (H5Tget_class(attribute.type.get()) != H5T_STRING)
        handle_->fail_kind(attribute_name(object, name), "text");
    const auto texts = read_texts(
        attribute.type.get(), attribute.space.get(),
        [&](hid_t memory, void* buffer) { return H5Aread(attribute.id.get(), memory, buffer); });
    return texts.empty() ? "" : texts.front();  // PyTables writes an empty text as no text at all
}

double Hdf5File::read_number_attribute(const std::string& object, const std::string& name) const {
    const Hdf5Id owner = handle_->open_object(object);
    const Attribute attribute = open_attribute(owner.get(), name);
    if (!attribute.id) handle_->fail_read(attribute_name(object, name));
    if (H5Sget_simple_extent_npoints(attribute.space.get()) != 1)
        handle_->fail_kind(attribute_name(object, name), "one number");
    const hid_t memory =
        handle_->memory_type<double>(attribute_name(object, name), attribute.type.get());
    double value = 0;
    if (H5Aread(attribute.id.get(), memory, &value) < 0)
        handle_->fail_read(attribute_name(object, name));
    return value;
}

template std::vector<float> Hdf5File::read(const std::string&) const;
template std::vector<double> Hdf5File::read(const std::string&) const;
template std::vector<std::int64_t> Hdf5File::read(const std::string&) const;
template std::vector<std::uint64_t> Hdf5File::read(const std::string&) const;
template std::vector<std::uint8_t> Hdf5File::read(const std::string&) const;
template void Hdf5File::read_rows(const std::string&, std::int64_t, std::int64_t, float*) const;
template void Hdf5File::read_rows(const std::string&, std::int64_t, std::int64_t, double*) const;
template void Hdf5File::read_rows(const std::string&, std::int64_t, std::int64_t,
                                  std::int64_t*) const;
template void Hdf5File::read_rows(const std::string&, std::int64_t, std::int64_t,
                                  std::uint8_t*) const;

}  // namespace dcrnn
