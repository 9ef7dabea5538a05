#pragma once
// An open HDF5 file: the only class that knows the HDF5 library. File locking is off, so that
// read-only and lock-less file systems work. A failure to read is Error(data), one to write
// Error(other), with the file's name, the path inside it and HDF5's own words; a text file under a
// data name (such as a Git LFS pointer), a directory, and an empty or truncated file are told
// apart.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

enum class ElementKind { floating, integer, string, other };

struct DatasetInfo {
    std::vector<std::int64_t> shape;  // empty: a scalar
    ElementKind element = ElementKind::other;
    int bytes = 0;             // per element
    bool is_unsigned = false;  // integers that are never negative
};

// A column of a table: a dataset whose elements are records, as PyTables writes them.
struct TableColumn {
    std::string name;
    ElementKind element = ElementKind::other;
    int bytes = 0;           // per number
    std::int64_t width = 1;  // numbers in each row
};

class Hdf5File {
public:
    static Hdf5File open(const std::string& path);    // to read
    static Hdf5File create(const std::string& path);  // to write; an existing file is replaced
    Hdf5File(Hdf5File&&) noexcept;
    Hdf5File& operator=(Hdf5File&&) noexcept;
    ~Hdf5File();  // closes; never throws

    const std::string& path() const;
    bool has(const std::string& object) const;  // a group or dataset
    bool is_dataset(const std::string& object) const;
    std::vector<std::string> children(
        const std::string& group) const;  // names, in alphabetic order
    // Paths of everything in the file, without the first slash, each before what is in it. A group
    // is entered once, so that links in a circle have an end.
    std::vector<std::string> all_paths() const;
    DatasetInfo info(const std::string& dataset) const;

    // Whole datasets, converted by HDF5 to T in { float, double, int64_t, uint64_t, uint8_t },
    // row-major.
    template <class T>
    std::vector<T> read(const std::string& dataset) const;
    std::vector<std::string> read_strings(
        const std::string& dataset) const;  // fixed or variable length
    // Rows first .. first+count-1 of the first axis as one hyperslab into memory that holds them.
    template <class T>
    void read_rows(const std::string& dataset, std::int64_t first, std::int64_t count,
                   T* into) const;

    // The columns of a table, in its order; none where the dataset is no table.
    std::vector<TableColumn> table_columns(const std::string& dataset) const;
    // Rows first .. first+count-1 of one column of numbers as [count, width].
    template <class T>
    void read_column_rows(const std::string& table, const std::string& column, std::int64_t first,
                          std::int64_t count, T* into) const;

    // Attributes of a group or dataset ("/" for the file).
    bool has_attribute(const std::string& object, const std::string& name) const;
    std::string read_text_attribute(const std::string& object, const std::string& name) const;
    double read_number_attribute(const std::string& object, const std::string& name) const;

    // Writing creates missing groups on the way.
    template <class T>
    void write(const std::string& dataset, const std::vector<std::int64_t>& shape, const T* values);
    void write_strings(const std::string& dataset, const std::vector<std::string>& values);
    void write_text_attribute(const std::string& object, const std::string& name,
                              const std::string& text);
    void write_number_attribute(const std::string& object, const std::string& name, double value);
    void write_number_attribute(const std::string& object, const std::string& name,
                                std::int64_t value);
    // Creates a dataset to be filled row by row: write_rows may be called in any order.
    template <class T>
    void create_rows(const std::string& dataset, const std::vector<std::int64_t>& shape);
    template <class T>
    void write_rows(const std::string& dataset, std::int64_t first, std::int64_t count,
                    const T* values);

    // Writes everything to the disk itself (fsync) and closes. Throws Error(other) on a full disk
    // and the like.
    void finish();

    // Bytes of dataset values read through this object so far (tests check each rank's share with
    // it).
    std::int64_t bytes_read() const;

private:
    struct Handle;
    explicit Hdf5File(std::unique_ptr<Handle> handle);
    std::unique_ptr<Handle> handle_;
};

std::string hdf5_library_version();  // the one in use, as "1.10.8"

}  // namespace dcrnn
