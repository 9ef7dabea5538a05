#pragma once
// A matrix in compressed rows (CSR).

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

template <class T>
struct CsrMatrix {
    std::vector<std::int64_t> row_begin;  // [rows + 1]
    std::vector<std::int32_t> column;     // [nonzeros]
    std::vector<T> value;                 // [nonzeros]

    explicit CsrMatrix(const torch::Tensor& dense) {
        const torch::Tensor values = dense.to(torch::kCPU, torch::kFloat64).contiguous();
        const auto element = values.accessor<double, 2>();
        row_begin.push_back(0);
        for (std::int64_t i = 0; i < element.size(0); ++i) {
            for (std::int64_t j = 0; j < element.size(1); ++j) {
                if (element[i][j] == 0) continue;
                column.push_back(static_cast<std::int32_t>(j));
                value.push_back(static_cast<T>(element[i][j]));
            }
            row_begin.push_back(static_cast<std::int64_t>(value.size()));
        }
    }

    std::int64_t rows() const { return static_cast<std::int64_t>(row_begin.size()) - 1; }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(row_begin.size() * sizeof(std::int64_t) +
                                         column.size() * (sizeof(std::int32_t) + sizeof(T)));
    }
};

}  // namespace dcrnn
