// Products of parts of tensors against LibTorch's in double, whatever library makes them.

#include "dcrnn/product/matrix_product.hpp"

#include "support/close.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <vector>

namespace dcrnn {
namespace {

using Shape = std::vector<std::int64_t>;

// A part of a larger tensor: no dimension but the last lies without gaps.
at::Tensor part(const Shape& shape, at::ScalarType type) {
    Shape larger;
    for (const std::int64_t size : shape) larger.push_back(size + 3);
    at::Tensor result = at::randn(larger, at::kDouble).to(type);
    for (std::size_t i = 0; i < shape.size(); ++i)
        result = result.narrow(static_cast<std::int64_t>(i), 1, shape[i]);
    return result;
}

// Of the result's type: bfloat16 keeps 8 bits.
double tolerance_of(at::ScalarType type) {
    return type == at::kDouble ? 1e-13 : type == at::kFloat ? 1e-5 : 1.0 / 128;
}

void check(const at::Tensor& a, const at::Tensor& b, const Shape& shape, at::ScalarType type) {
    static MatrixProduct product;  // kernels are kept from case to case
    const at::Tensor expected = at::matmul(a.to(at::kDouble), b.to(at::kDouble));
    const double tolerance = tolerance_of(type);
    for (int repeat = 0; repeat < 2; ++repeat) {
        const at::Tensor c = part(shape, type), before = c.to(at::kDouble, false, true);
        product(a, b, c, Write::add);
        support::check_close(c, before + expected, tolerance, "added");
        product(a, b, c, Write::fresh);
        support::check_close(c, expected, tolerance, "fresh");
    }
}

void check_shapes(at::ScalarType type, at::ScalarType result) {
    for (const std::int64_t m : {1, 5, 65}) {
        for (const std::int64_t k : {1, 7, 64}) {
            for (const std::int64_t n : {1, 2, 33}) {
                check(part({m, k}, type), part({k, n}, type), {m, n}, result);
                check(part({k, m}, type).t(), part({k, n}, type), {m, n}, result);
                check(part({m, k}, type), part({n, k}, type).t(), {m, n}, result);
                check(part({1, m, k}, type), part({4, k, n}, type), {4, m, n}, result);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(parts_transposes_and_batches) {
    at::manual_seed(3);
    check_shapes(at::kFloat, at::kFloat);
    check_shapes(at::kDouble, at::kDouble);
}

// On every processor, if slowly.
BOOST_AUTO_TEST_CASE(bfloat16_is_summed_up_in_float32) {
    at::manual_seed(4);
    check_shapes(at::kBFloat16, at::kFloat);
    check_shapes(at::kBFloat16, at::kBFloat16);
}

BOOST_AUTO_TEST_CASE(nothing_gives_nothing) {
    MatrixProduct product;
    const at::Tensor c = at::empty({0, 4});
    product(at::empty({0, 3}), at::empty({3, 4}), c, Write::fresh);
    BOOST_TEST(c.numel() == 0);
}

}  // namespace
}  // namespace dcrnn
