#include "dcrnn/product/matrix_product.hpp"

#include <ATen/ATen.h>
#include <ATen/record_function.h>

#include <cassert>

#ifdef DCRNN_ONEDNN
#include "onednn_product.hpp"
#endif

namespace dcrnn {
namespace {

// bfloat16 by way of float32: LibTorch's own product would round the sums.
void multiply_widened(const at::Tensor& a, const at::Tensor& b, at::Tensor c, Write write) {
    const at::Tensor result = at::matmul(a.to(at::kFloat), b.to(at::kFloat));
    write == Write::add ? c.add_(result) : c.copy_(result);
}

void multiply_by_libtorch(const at::Tensor& a, const at::Tensor& b, at::Tensor c, Write write) {
    if (a.scalar_type() == at::kBFloat16) return multiply_widened(a, b, c, write);
    if (a.dim() == 2) {
        write == Write::add ? c.addmm_(a, b) : at::mm_out(c, a, b);
        return;
    }
    const at::Tensor each = a.expand({b.size(0), a.size(1), a.size(2)});
    write == Write::add ? c.baddbmm_(each, b) : at::bmm_out(c, each, b);
}

}  // namespace

#ifdef DCRNN_ONEDNN
std::string float32_products() { return onednn_version(); }
Bfloat16Support bfloat16_support() { return onednn_bfloat16_support(); }

class MatrixProduct::Kernels : public OneDnnProducts {
public:
    // Not vectors: oneDNN 3.7 takes the stride of a dimension of size 1 for what it is not.
    bool serve(const at::Tensor& a, const at::Tensor& c) const {
        const bool matrices = a.size(-2) > 1 && a.size(-1) > 1 && c.size(-1) > 1;
        return c.is_cpu() && serves(a.scalar_type()) && matrices;
    }

private:
    bool serves(at::ScalarType type) const {
        return type == at::kFloat || (type == at::kBFloat16 && has_bfloat16_);
    }

    bool has_bfloat16_ = bfloat16_support() != Bfloat16Support::none;
};
#else
std::string float32_products() { return "LibTorch"; }
Bfloat16Support bfloat16_support() { return Bfloat16Support::none; }

class MatrixProduct::Kernels {
public:
    bool serve(const at::Tensor&, const at::Tensor&) const { return false; }
    void multiply(const at::Tensor&, const at::Tensor&, const at::Tensor&, Write) {}
};
#endif

MatrixProduct::MatrixProduct() : kernels_(std::make_unique<Kernels>()) {}
MatrixProduct::~MatrixProduct() = default;
MatrixProduct::MatrixProduct(MatrixProduct&&) noexcept = default;
MatrixProduct& MatrixProduct::operator=(MatrixProduct&&) noexcept = default;

void MatrixProduct::operator()(const torch::Tensor& a, const torch::Tensor& b,
                               const torch::Tensor& c, Write write) {
    assert(a.dim() == b.dim() && a.dim() == c.dim() && c.stride(-1) == 1);
    assert(a.size(-1) == b.size(-2) && a.size(-2) == c.size(-2) && b.size(-1) == c.size(-1));
    RECORD_USER_SCOPE("product");
    if (c.numel() == 0) return;
    if (kernels_->serve(a, c)) {
        kernels_->multiply(a, b, c, write);
    } else {
        multiply_by_libtorch(a, b, c, write);
    }
}

}  // namespace dcrnn
