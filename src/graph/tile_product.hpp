#pragma once
// The hot loop of the sparse diffusion: a compressed matrix times a narrow tile of columns. A tile
// is [row, kTileBytes] without gaps, so that all signals of a tile stay in the cache, and a row of
// the result stays in registers while its neighbours are added up.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dcrnn {

constexpr std::int64_t kTileBytes = 256;

template <class T>
struct CsrMatrix {                        // compressed rows
    std::vector<std::int64_t> row_begin;  // [rows + 1]
    std::vector<std::int32_t> column;     // [nonzeros]
    std::vector<T> value;                 // [nonzeros]

    std::int64_t rows() const { return static_cast<std::int64_t>(row_begin.size()) - 1; }
};

// result = factor * matrix * operand + addend_factor * addend; a null addend is 0. The addend may
// be the result itself, the operand may not. All are aligned to 64 bytes.
void tile_product(const CsrMatrix<float>& matrix, float factor, const float* operand,
                  float addend_factor, const float* addend, float* result);
void tile_product(const CsrMatrix<double>& matrix, double factor, const double* operand,
                  double addend_factor, const double* addend, double* result);

}  // namespace dcrnn
