#include "onednn_product.hpp"

#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <oneapi/dnnl/dnnl.hpp>

namespace dcrnn {
namespace {

using dnnl::memory;

const dnnl::engine& cpu() {
    // Lives until the process ends, as kernels may be freed by destructors of static objects.
    static const auto* const engine = new dnnl::engine(dnnl::engine::kind::cpu, 0);
    return *engine;
}

memory::desc layout_of(const torch::Tensor& matrix) {
    return {
        {matrix.sizes().begin(), matrix.sizes().end()},
        matrix.scalar_type() == torch::kBFloat16 ? memory::data_type::bf16 : memory::data_type::f32,
        memory::dims(matrix.strides().begin(), matrix.strides().end())};
}

dnnl::matmul make_kernel(const memory::desc& a, const memory::desc& b, const memory::desc& c,
                         Write write) {
    dnnl::primitive_attr attributes;
    if (write == Write::add) {
        dnnl::post_ops after;
        after.append_sum(1.0F);
        attributes.set_post_ops(after);
    }
#if DNNL_VERSION_MAJOR >= 3
    return dnnl::matmul(dnnl::matmul::primitive_desc(cpu(), a, b, c, attributes));
#else
    return dnnl::matmul(
        dnnl::matmul::primitive_desc(dnnl::matmul::desc(a, b, c), attributes, cpu()));
#endif
}

}  // namespace

std::string onednn_version() {
    const dnnl_version_t& version = *dnnl_version();
    return fmt::format("oneDNN {}.{}.{}", version.major, version.minor, version.patch);
}

// The values of oneDNN's enumeration are sets of bits, of which a better processor has more.
Bfloat16Support onednn_bfloat16_support() {
    const auto has = [all =
                          static_cast<unsigned>(dnnl::get_effective_cpu_isa())](dnnl::cpu_isa isa) {
        const auto wanted = static_cast<unsigned>(isa);
        return (all & wanted) == wanted;
    };
    if (has(dnnl::cpu_isa::avx512_core_amx)) return Bfloat16Support::tiles;
    if (has(dnnl::cpu_isa::avx512_core_bf16)) return Bfloat16Support::vectors;
    return Bfloat16Support::none;
}

struct OneDnnProducts::Kernel {
    memory a, b, c;
    dnnl::matmul product;

    Kernel(const memory::desc& a_layout, const memory::desc& b_layout, const memory::desc& c_layout,
           Write write)
        : a(a_layout, cpu(), nullptr),
          b(b_layout, cpu(), nullptr),
          c(c_layout, cpu(), nullptr),
          product(make_kernel(a_layout, b_layout, c_layout, write)) {}
};

OneDnnProducts::OneDnnProducts() = default;
OneDnnProducts::~OneDnnProducts() = default;

OneDnnProducts::Key OneDnnProducts::key_of(const torch::Tensor& a, const torch::Tensor& b,
                                           const torch::Tensor& c, Write write) {
    Key key{};
    auto next = key.begin();
    for (const torch::Tensor* matrix : {&a, &b, &c}) {
        next = std::copy(matrix->sizes().begin(), matrix->sizes().end(), next);
        next = std::copy(matrix->strides().begin(), matrix->strides().end(), next);
        *next++ = static_cast<std::int64_t>(matrix->scalar_type());
    }
    key[21] = write == Write::add ? 1 : 0;
    key[22] = at::in_parallel_region() ? 1 : at::get_num_threads();
    return key;
}

OneDnnProducts::Kernel& OneDnnProducts::kernel_for(const torch::Tensor& a, const torch::Tensor& b,
                                                   const torch::Tensor& c, Write write) {
    auto& kernel = kernels_[key_of(a, b, c, write)];
    if (!kernel) kernel = std::make_unique<Kernel>(layout_of(a), layout_of(b), layout_of(c), write);
    return *kernel;
}

void OneDnnProducts::multiply(const torch::Tensor& a, const torch::Tensor& b,
                              const torch::Tensor& c, Write write) try {
    Kernel& kernel = kernel_for(a, b, c, write);
    kernel.a.set_data_handle(a.data_ptr());
    kernel.b.set_data_handle(b.data_ptr());
    kernel.c.set_data_handle(c.data_ptr());
    dnnl::stream stream(cpu());
    kernel.product.execute(
        stream, {{DNNL_ARG_SRC, kernel.a}, {DNNL_ARG_WEIGHTS, kernel.b}, {DNNL_ARG_DST, kernel.c}});
    stream.wait();
} catch (const dnnl::error& error) {
    if (error.status == dnnl_out_of_memory) throw std::bad_alloc();  // as other tensors do
    throw;
}

}  // namespace dcrnn
