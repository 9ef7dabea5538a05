#include "dcrnn/train/precision.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/product/matrix_product.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace dcrnn {
namespace {

// The best of some: states times weights, in the shape that a training step has most of.
double seconds_of_product(torch::Dtype type) {
    constexpr int repetitions = 20;
    const at::Tensor states = at::ones({414, 320}, type), weights = at::ones({320, 192}, type);
    const at::Tensor result = at::empty({414, 192});
    MatrixProduct product;
    double best = 1;
    for (int i = 0; i < repetitions; ++i) {
        const auto start = std::chrono::steady_clock::now();
        product(states, weights, result, Write::fresh);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best = std::min(best, time.count());
    }
    return best;
}

}  // namespace

std::string check_precision(Precision precision, const torch::Device& device) {
    if (precision != Precision::bfloat16) return "";
    const std::string problem = "--precision bfloat16 cannot be used";
    require(device.is_cpu(), ErrorKind::usage, problem + " on a GPU",
            "its products are written for the processor",
            "leave --precision away, or add --device cpu");
    const Bfloat16Support support = bfloat16_support();
    require(support != Bfloat16Support::none, ErrorKind::usage, problem + " here",
            "this processor, or the oneDNN that multiplies for it, has no products of bfloat16 "
            "(AMX or AVX512-BF16)",
            "leave --precision away, or choose hosts whose /proc/cpuinfo lists amx_bf16");
    if (support == Bfloat16Support::tiles) return "";
    const double ratio = seconds_of_product(at::kFloat) / seconds_of_product(at::kBFloat16);
    return fmt::format(
        "--precision bfloat16 gains little here (the processor has no AMX; its bfloat16 products "
        "run at {:.1f} times the speed of float32): leave it away, or choose hosts whose "
        "/proc/cpuinfo lists amx_bf16",
        ratio);
}

}  // namespace dcrnn
