#pragma once
// A square matrix of weights as a file holds it, and what becomes of it for given sensors. Only
// what is not 0 is kept, so that memory follows the file and not what it says of itself.

#include "dcrnn/config/options.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "dcrnn/files/npy_array.hpp"
#include "dcrnn/graph/adjacency.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {

struct GraphEntry {
    std::int32_t from = 0, to = 0;
    double weight = 0;
};

struct GraphMatrix {
    std::string origin;            // for people: "matrix adj.csv"
    std::vector<std::string> ids;  // of its rows; empty: the file has none
    std::int64_t nodes = 0;
    std::vector<GraphEntry> entries;
};

// Why a weight cannot be used; nullptr: it can.
const char* flaw_of_weight(double weight);

// Where the ids of a matrix in CSV stand.
enum class MatrixIds { none, above, above_and_before };

// Whether a table may be a matrix, and of which form.
std::optional<MatrixIds> matrix_form(const CsvTable& table,
                                     const std::vector<std::string>& sensor_ids);

// Throw Error(data): a field that is no weight, ids that differ above and before.
GraphMatrix read_matrix(const CsvTable& table, MatrixIds ids);

GraphMatrix matrix_of_array(const NpyArray& array, const std::string& origin);

// The same of adj_mx.pkl, and of .npy and .npz; kind as file_kind.hpp found it. An .npz may hold
// one square array, or a matrix as scipy.sparse.save_npz writes it.
GraphMatrix read_pickled_matrix(const std::string& path);
GraphMatrix read_stored_matrix(const std::string& path, FileKind kind);

// Matched with the sensors, and one road of each pair made two where --undirected asks for it.
Adjacency adjacency_of_matrix(GraphMatrix matrix, const GraphOptions& options,
                              const std::vector<std::string>& sensor_ids);

}  // namespace dcrnn
