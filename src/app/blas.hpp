#pragma once
// The matrix product that everything waits for: which library computes it, and how fast.

#include <optional>
#include <string>

namespace dcrnn {

// The file of the library that LibTorch calls for products on the CPU, and what makes the network's
// float32 products, if it is another one.
std::string blas_library();
std::string product_libraries();

// GFLOP/s of a small float32 product (about 0.1 s) with the threads in force.
double product_gflops();

// Times a small float32 product (about 0.1 s) with the threads in force; a sentence when the cores
// should do several times better, as with the reference BLAS.
std::optional<std::string> slow_product_warning();

}  // namespace dcrnn
