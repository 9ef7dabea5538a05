#pragma once
// Products of float32 and bfloat16 on the CPU by oneDNN's matmul primitive.

#include "dcrnn/product/matrix_product.hpp"

#include <torch/types.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace dcrnn {

std::string onednn_version();  // "oneDNN 2.6.0"
Bfloat16Support onednn_bfloat16_support();

class OneDnnProducts {
public:
    OneDnnProducts();
    ~OneDnnProducts();

    void multiply(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& c,
                  Write write);

private:
    // Sizes, strides and types of the three, what is written, and the number of threads, which a
    // kernel fixes when it is made.
    using Key = std::array<std::int64_t, 23>;
    struct Kernel;

    static Key key_of(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& c,
                      Write write);
    Kernel& kernel_for(const torch::Tensor& a, const torch::Tensor& b, const torch::Tensor& c,
                       Write write);

    std::map<Key, std::unique_ptr<Kernel>> kernels_;
};

}  // namespace dcrnn
