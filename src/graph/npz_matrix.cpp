// A matrix as NumPy and SciPy store it.

#include "dcrnn/error.hpp"
#include "dcrnn/files/npy_array.hpp"
#include "dcrnn/files/npz_file.hpp"
#include "graph_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace dcrnn {
namespace {

using Integers = std::vector<std::int64_t>;

constexpr std::int64_t kMostNodes = 1 << 24;  // far above any use; places then fit 32 bits

bool is_square(const NpyHeader& header) {
    return header.is_number() && header.shape.size() == 2 && header.shape[0] == header.shape[1] &&
           header.shape[0] > 0;
}

std::string describe(const NpyHeader& header) {
    return fmt::format("{} ({})", header.type, fmt::join(header.shape, ", "));
}

// https://docs.scipy.org/doc/scipy/reference/generated/scipy.sparse.save_npz.html
bool is_of_scipy(const NpzFile& file) {
    return file.has("format") && file.has("shape") && file.has("data");
}

// Row and column of each value: of "coo" as they are stored; of compressed rows or columns one is
// stored and the other known by where each begins.
struct Places {
    Integers row, column;
};

Integers expanded(const Integers& begins, std::size_t values, const std::string& path) {
    Integers list;
    list.reserve(values);
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
        const std::int64_t begin = begins[i], end = begins[i + 1];
        const bool follows = begin == static_cast<std::int64_t>(list.size()) && end >= begin &&
                             end <= static_cast<std::int64_t>(values);
        require(follows, ErrorKind::data, fmt::format("the sparse matrix '{}' is damaged", path),
                "its rows do not follow one another", "copy or download it again");
        list.insert(list.end(), static_cast<std::size_t>(end - begin),
                    static_cast<std::int64_t>(i));
    }
    return list;
}

Places read_places(const NpzFile& file, const std::string& format, std::size_t values) {
    const auto integers = [&](const char* name) { return file.array(name).read<std::int64_t>(); };
    if (format == "coo") return {integers("row"), integers("col")};
    require(format == "csr" || format == "csc", ErrorKind::data,
            fmt::format("the sparse matrix '{}' has the format '{}'", file.path(), format),
            "csr, csc and coo are read", "store matrix.tocsr()");
    const Integers begins = expanded(integers("indptr"), values, file.path());
    if (format == "csr") return {begins, integers("indices")};
    return {integers("indices"), begins};
}

GraphMatrix read_sparse(const NpzFile& file, const std::string& origin) {
    const auto shape = file.array("shape").read<std::int64_t>();
    const auto text = file.array("format").read_text();
    const auto values = file.array("data").read<double>();
    const Places places = read_places(file, text.size() == 1 ? text[0] : "", values.size());
    const auto fail = [&](const std::string& reason) {
        throw Error(ErrorKind::data, fmt::format("the sparse matrix '{}' is no graph", file.path()),
                    reason, "give the matrix of the graph");
    };
    if (shape.size() != 2 || shape[0] != shape[1] || shape[0] < 1 || shape[0] > kMostNodes)
        fail(fmt::format("its shape is ({}); a graph has as many rows as columns, up to {}",
                         fmt::join(shape, ", "), kMostNodes));
    if (places.row.size() != values.size() || places.column.size() != values.size())
        fail("it has other numbers of values, rows and columns");
    const std::int64_t nodes = shape[0];
    GraphMatrix matrix{origin, {}, nodes, {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t row = places.row[i], column = places.column[i];
        if (row < 0 || column < 0 || row >= nodes || column >= nodes)
            fail(fmt::format("a value stands in row {}, column {}", row, column));
        if (values[i] != 0)
            matrix.entries.push_back(
                {static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), values[i]});
    }
    return matrix;
}

GraphMatrix read_npz(const std::string& path, const std::string& origin) {
    const NpzFile file = NpzFile::open(path);
    if (is_of_scipy(file)) return read_sparse(file, origin);
    std::vector<std::string> square;
    std::string all;
    for (const auto& name : file.names()) {
        const NpyArray array = file.array(name);
        if (is_square(array.header())) square.push_back(name);
        if (all.size() < 300)
            all += fmt::format("{}{} {}", all.empty() ? "" : ", ", name, describe(array.header()));
    }
    require(square.size() == 1, ErrorKind::data,
            fmt::format("'{}' holds {} matrices that may be the graph", path, square.size()),
            fmt::format("it holds {}", all), "store the matrix of the graph in a file of its own");
    return matrix_of_array(file.array(square[0]), origin);
}

}  // namespace

GraphMatrix matrix_of_array(const NpyArray& array, const std::string& origin) {
    require(is_square(array.header()) && array.shape()[0] <= kMostNodes, ErrorKind::data,
            fmt::format("{} is no graph", array.name()),
            fmt::format("it holds {}; a graph is a matrix with as many rows as columns",
                        describe(array.header())),
            "give the matrix of the graph");
    GraphMatrix matrix{origin, {}, array.shape()[0], {}};
    // Some rows at a time; in Fortran order that would be many passes through an archive.
    const std::int64_t block =
        array.header().order == NpyOrder::fortran
            ? matrix.nodes
            : std::clamp<std::int64_t>((1 << 20) / matrix.nodes, 1, matrix.nodes);
    std::vector<double> weights(static_cast<std::size_t>(block * matrix.nodes));
    for (std::int64_t first = 0; first < matrix.nodes; first += block) {
        const std::int64_t rows = std::min(block, matrix.nodes - first);
        array.read_rows(first, rows, weights.data());
        for (std::int64_t i = 0; i < rows * matrix.nodes; ++i)
            if (const double weight = weights[static_cast<std::size_t>(i)]; weight != 0)
                matrix.entries.push_back({static_cast<std::int32_t>(first + i / matrix.nodes),
                                          static_cast<std::int32_t>(i % matrix.nodes), weight});
    }
    return matrix;
}

GraphMatrix read_stored_matrix(const std::string& path, FileKind kind) {
    const std::string origin = fmt::format("matrix {}", path);
    if (kind == FileKind::zip) return read_npz(path, origin);
    if (kind == FileKind::pickle) return read_pickled_matrix(path);
    return matrix_of_array(NpyArray::open(path), origin);
}

}  // namespace dcrnn
