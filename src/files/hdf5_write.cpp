#include "dcrnn/error.hpp"
#include "hdf5_handle.hpp"

#include <cassert>

namespace dcrnn {
namespace {

Hdf5Id make_space(const std::vector<std::int64_t>& shape) {
    const std::vector<hsize_t> sizes(shape.begin(), shape.end());
    return {sizes.empty() ? H5Screate(H5S_SCALAR)
                          : H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr),
            H5Sclose};
}

Hdf5Id variable_text() {
    Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), H5T_VARIABLE);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    return type;
}

Hdf5Id with_parents() {
    Hdf5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    return links;
}

}  // namespace

// These two fail while their property lists are still open: closing anything would wipe HDF5's
// words on the failure.
Hdf5Id Hdf5File::Handle::create_dataset(const std::string& dataset, hid_t type, hid_t space) const {
    const Hdf5Id links = with_parents();
    Hdf5Id id(
        H5Dcreate2(file.get(), dataset.c_str(), type, space, links.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Dclose);
    if (!id) fail_write(dataset);
    return id;
}

// An attribute of this name is replaced; a group that is not there yet is made.
void Hdf5File::Handle::write_attribute(const std::string& object, const std::string& name,
                                       hid_t type, const void* value) const {
    const Hdf5Id links = with_parents();
    Hdf5Id owner = open_object(object);
    if (!owner)
        owner = {H5Gcreate2(file.get(), object.c_str(), links.get(), H5P_DEFAULT, H5P_DEFAULT),
                 H5Gclose};
    if (owner && H5Aexists(owner.get(), name.c_str()) > 0) H5Adelete(owner.get(), name.c_str());
    const Hdf5Id space(H5Screate(H5S_SCALAR), H5Sclose);
    const Hdf5Id id(
        H5Acreate2(owner.get(), name.c_str(), type, space.get(), H5P_DEFAULT, H5P_DEFAULT),
        H5Aclose);
    if (!id || H5Awrite(id.get(), type, value) < 0) fail_write(object + " attribute " + name);
}

template <class T>
void Hdf5File::write(const std::string& dataset, const std::vector<std::int64_t>& shape,
                     const T* values) {
    const Hdf5Id space = make_space(shape);
    const Hdf5Id id = handle_->create_dataset(dataset, native_type<T>(), space.get());
    if (H5Sget_simple_extent_npoints(space.get()) == 0) return;
    if (H5Dwrite(id.get(), native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)
        handle_->fail_write(dataset);
    handle_->disk->check();
}

void Hdf5File::write_strings(const std::string& dataset, const std::vector<std::string>& values) {
    const Hdf5Id type = variable_text();
    const Hdf5Id space = make_space({static_cast<std::int64_t>(values.size())});
    const Hdf5Id id = handle_->create_dataset(dataset, type.get(), space.get());
    std::vector<const char*> pointers;
    for (const std::string& value : values) pointers.push_back(value.c_str());
    if (!values.empty() &&
        H5Dwrite(id.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0)
        handle_->fail_write(dataset);
    handle_->disk->check();
}

template <class T>
void Hdf5File::create_rows(const std::string& dataset, const std::vector<std::int64_t>& shape) {
    const Hdf5Id space = make_space(shape);
    handle_->create_dataset(dataset, native_type<T>(), space.get());
}

template <class T>
void Hdf5File::write_rows(const std::string& dataset, std::int64_t first, std::int64_t count,
                          const T* values) {
    const Hdf5Id id = handle_->open_dataset(dataset);
    const std::vector<std::int64_t> shape = handle_->shape(id.get());
    assert(!shape.empty() && first >= 0 && first + count <= shape[0]);
    if (count == 0) return;
    std::vector<hsize_t> start(shape.size(), 0), size(shape.begin(), shape.end());
    start[0] = static_cast<hsize_t>(first);
    size[0] = static_cast<hsize_t>(count);
    const Hdf5Id rows(H5Dget_space(id.get()), H5Sclose);
    H5Sselect_hyperslab(rows.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr);
    const Hdf5Id block(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr),
                       H5Sclose);
    if (H5Dwrite(id.get(), native_type<T>(), block.get(), rows.get(), H5P_DEFAULT, values) < 0)
        handle_->fail_write(dataset);
    handle_->disk->check();
}

void Hdf5File::write_text_attribute(const std::string& object, const std::string& name,
                                    const std::string& text) {
    const char* pointer = text.c_str();
    handle_->write_attribute(object, name, variable_text().get(), &pointer);
}

void Hdf5File::write_number_attribute(const std::string& object, const std::string& name,
                                      double value) {
    handle_->write_attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

void Hdf5File::write_number_attribute(const std::string& object, const std::string& name,
                                      std::int64_t value) {
    handle_->write_attribute(object, name, H5T_NATIVE_INT64, &value);
}

template void Hdf5File::write(const std::string&, const std::vector<std::int64_t>&, const float*);
template void Hdf5File::write(const std::string&, const std::vector<std::int64_t>&, const double*);
template void Hdf5File::write(const std::string&, const std::vector<std::int64_t>&,
                              const std::int64_t*);
template void Hdf5File::write(const std::string&, const std::vector<std::int64_t>&,
                              const std::uint8_t*);
template void Hdf5File::create_rows<float>(const std::string&, const std::vector<std::int64_t>&);
template void Hdf5File::create_rows<double>(const std::string&, const std::vector<std::int64_t>&);
template void Hdf5File::create_rows<std::int64_t>(const std::string&,
                                                  const std::vector<std::int64_t>&);
template void Hdf5File::create_rows<std::uint8_t>(const std::string&,
                                                  const std::vector<std::int64_t>&);
template void Hdf5File::write_rows(const std::string&, std::int64_t, std::int64_t, const float*);
template void Hdf5File::write_rows(const std::string&, std::int64_t, std::int64_t, const double*);
template void Hdf5File::write_rows(const std::string&, std::int64_t, std::int64_t,
                                   const std::int64_t*);
template void Hdf5File::write_rows(const std::string&, std::int64_t, std::int64_t,
                                   const std::uint8_t*);

}  // namespace dcrnn
