#pragma once
// Products of matrices that are parts of larger tensors, written where the next step reads them.
// Float32 and bfloat16 matrices (not vectors) on the CPU go to oneDNN, which knows more processors
// than the BLAS of a Linux distribution does; all else goes to LibTorch.

#include <torch/types.h>

#include <memory>
#include <string>

namespace dcrnn {

// What makes float32 products on the CPU: "oneDNN 2.6.0" or "LibTorch".
std::string float32_products();

// What this processor has for products of bfloat16: tiles (AMX) do several times as many operations
// as float32 gets, vectors (AVX512-BF16) up to twice as many; without either they are no faster.
enum class Bfloat16Support { none, vectors, tiles };
Bfloat16Support bfloat16_support();

enum class Write { fresh, add };  // c = a b, or c += a b

class MatrixProduct {
public:
    MatrixProduct();
    ~MatrixProduct();
    MatrixProduct(MatrixProduct&&) noexcept;
    MatrixProduct& operator=(MatrixProduct&&) noexcept;

    // a [m, k], b [k, n], c [m, n]; or each with a first dimension of batches, of which a may have
    // 1 for all. All of one type on one device, but bfloat16 a and b may give a float32 c: sums are
    // float32. c overlaps neither a nor b, and its last stride is 1. The kernel made for a
    // combination of shapes is kept for the next time, so an object serves one thread at a time.
    void operator()(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& c,
                    Write write);

private:
    class Kernels;
    std::unique_ptr<Kernels> kernels_;
};

}  // namespace dcrnn
