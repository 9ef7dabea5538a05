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

void check(const at::Tensor& a, const at::Tensor& b, const Shape& shape) {
    static MatrixProduct product;  // kernels are kept from case to case
    const at::ScalarType type = a.scalar_type();
    const at::Tensor expected = at::matmul(a.to(at::kDouble), b.to(at::kDouble));
    const double tolerance = type == at::kFloat ? 1e-5 : 1e-13;
    for (int repeat = 0; repeat < 2; ++repeat) {
        const at::Tensor c = part(shape, type), before = c.to(at::kDouble, false, true);
        product(a, b, c, Write::add);
        support::check_close(c, before + expected, tolerance, "added");
        product(a, b, c, Write::fresh);
        support::check_close(c, expected, tolerance, "fresh");
    }
}

BOOST_AUTO_TEST_CASE(parts_transposes_and_batches) {
    at::manual_seed(3);
    for (const auto type : {at::kFloat, at::kDouble}) {
        for (const std::int64_t m : {1, 5, 65}) {
            for (const std::int64_t k : {1, 7, 64}) {
                for (const std::int64_t n : {1, 2, 33}) {
                    check(part({m, k}, type), part({k, n}, type), {m, n});
                    check(part({k, m}, type).t(), part({k, n}, type), {m, n});
                    check(part({m, k}, type), part({n, k}, type).t(), {m, n});
                    check(part({1, m, k}, type), part({4, k, n}, type), {4, m, n});
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(nothing_gives_nothing) {
    MatrixProduct product;
    const at::Tensor c = at::empty({0, 4});
    product(at::empty({0, 3}), at::empty({3, 4}), c, Write::fresh);
    BOOST_TEST(c.numel() == 0);
}

}  // namespace
}  // namespace dcrnn
