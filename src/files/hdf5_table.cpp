#include "dcrnn/error.hpp"
#include "hdf5_handle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dcrnn {
namespace {

ElementKind element_of(hid_t type) {
    switch (H5Tget_class(type)) {
        case H5T_FLOAT:
            return ElementKind::floating;
        case H5T_INTEGER:
            return ElementKind::integer;
        case H5T_STRING:
            return ElementKind::string;
        default:
            return ElementKind::other;
    }
}

// The type of the numbers in a column that holds one or an array of them in each row.
TableColumn describe_column(hid_t type) {
    TableColumn column;
    if (H5Tget_class(type) != H5T_ARRAY) {
        column.element = element_of(type);
        column.bytes = static_cast<int>(H5Tget_size(type));
        return column;
    }
    const Hdf5Id base(H5Tget_super(type), H5Tclose);
    column.element = element_of(base.get());
    column.bytes = static_cast<int>(H5Tget_size(base.get()));
    column.width = static_cast<std::int64_t>(H5Tget_size(type)) / std::max(1, column.bytes);
    return column;
}

// A record of this one column, its numbers as T: HDF5 picks columns by name and converts.
template <class T>
Hdf5Id one_column_type(const std::string& column, hid_t file_type) {
    const Hdf5Id stored(H5Tget_member_type(file_type, static_cast<unsigned>(H5Tget_member_index(
                                                          file_type, column.c_str()))),
                        H5Tclose);
    const std::int64_t width = describe_column(stored.get()).width;
    Hdf5Id numbers(H5Tcopy(native_type<T>()), H5Tclose);
    if (H5Tget_class(stored.get()) == H5T_ARRAY) {
        std::vector<hsize_t> axes(static_cast<std::size_t>(H5Tget_array_ndims(stored.get())));
        H5Tget_array_dims2(stored.get(), axes.data());
        numbers = {
            H5Tarray_create2(native_type<T>(), static_cast<unsigned>(axes.size()), axes.data()),
            H5Tclose};
    }
    Hdf5Id record(H5Tcreate(H5T_COMPOUND, sizeof(T) * static_cast<std::size_t>(width)), H5Tclose);
    H5Tinsert(record.get(), column.c_str(), 0, numbers.get());
    return record;
}

}  // namespace

std::vector<TableColumn> Hdf5File::table_columns(const std::string& dataset) const {
    const Hdf5Id id = handle_->open_dataset(dataset);
    const Hdf5Id type(H5Dget_type(id.get()), H5Tclose);
    std::vector<TableColumn> columns;
    if (H5Tget_class(type.get()) != H5T_COMPOUND) return columns;
    const int count = H5Tget_nmembers(type.get());
    for (unsigned i = 0; i < static_cast<unsigned>(std::max(0, count)); ++i) {
        const Hdf5Id member(H5Tget_member_type(type.get(), i), H5Tclose);
        TableColumn column = describe_column(member.get());
        char* name = H5Tget_member_name(type.get(), i);
        column.name = name == nullptr ? "" : name;
        H5free_memory(name);
        columns.push_back(std::move(column));
    }
    return columns;
}

template <class T>
void Hdf5File::read_column_rows(const std::string& table, const std::string& column,
                                std::int64_t first, std::int64_t count, T* into) const {
    const auto columns = table_columns(table);
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [&](const TableColumn& c) { return c.name == column; });
    if (found == columns.end() ||
        (found->element != ElementKind::floating && found->element != ElementKind::integer))
        handle_->fail_kind(fmt::format("{}, column {}", table, column), "a column of numbers");
    const Hdf5Id id = handle_->open_dataset(table);
    const std::vector<std::int64_t> shape = handle_->shape(id.get());
    require(shape.size() == 1 && first >= 0 && count >= 0 && first + count <= shape[0],
            ErrorKind::data,
            fmt::format("rows {} to {} of '{}' were asked for in '{}'", first, first + count - 1,
                        table, path()),
            fmt::format("its shape is [{}]", fmt::join(shape, ", ")), "the file may have changed");
    if (count == 0) return;
    const auto start = static_cast<hsize_t>(first), size = static_cast<hsize_t>(count);
    const Hdf5Id rows(H5Dget_space(id.get()), H5Sclose);
    H5Sselect_hyperslab(rows.get(), H5S_SELECT_SET, &start, nullptr, &size, nullptr);
    const Hdf5Id block(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Hdf5Id type(H5Dget_type(id.get()), H5Tclose);
    const Hdf5Id memory = one_column_type<T>(column, type.get());
    if (H5Dread(id.get(), memory.get(), block.get(), rows.get(), H5P_DEFAULT, into) < 0)
        handle_->fail_read(table);
    handle_->bytes_read += count * found->width * found->bytes;
}

template void Hdf5File::read_column_rows(const std::string&, const std::string&, std::int64_t,
                                         std::int64_t, double*) const;
template void Hdf5File::read_column_rows(const std::string&, const std::string&, std::int64_t,
                                         std::int64_t, float*) const;
template void Hdf5File::read_column_rows(const std::string&, const std::string&, std::int64_t,
                                         std::int64_t, std::int64_t*) const;

}  // namespace dcrnn
