#pragma once
// "Equal to 1e-10": for each tensor max|a - b| <= tolerance * max|b|.

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <string>

namespace dcrnn::support {

inline void check_close(const at::Tensor& actual, const at::Tensor& expected, double tolerance,
                        const std::string& what) {
    BOOST_TEST_REQUIRE(actual.sizes().vec() == expected.sizes().vec(), what << ": shape");
    if (expected.numel() == 0) return;
    const at::Tensor a = actual.detach().to(at::kDouble), b = expected.detach().to(at::kDouble);
    const double difference = (a - b).abs().max().item<double>();
    const double size = b.abs().max().item<double>();
    BOOST_TEST(difference <= tolerance * size,  // false for NaN
               what << ": differs by " << difference << " of " << size);
}

}  // namespace dcrnn::support
