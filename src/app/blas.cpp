#include "blas.hpp"

#include "dcrnn/product/matrix_product.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <memory>

namespace dcrnn {
namespace {

constexpr std::int64_t kSize = 512;  // rows and columns: 0.27 GFLOP, 0.1 s even for a slow library
constexpr double kSecondsInAll = 0.2;
// Per thread. Reference BLAS does 1 to 4, OpenBLAS 20 to 150, on a crowded machine a part of that.
constexpr double kExpectedGflops = 6;

bool by_libtorch() { return float32_products() == "LibTorch"; }

double seconds_of_product(MatrixProduct& product, const at::Tensor& a, const at::Tensor& b) {
    const at::Tensor c = at::empty_like(a);
    const auto start = std::chrono::steady_clock::now();
    product(a, b, c, Write::fresh);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// OpenBLAS chooses its code by the processor. An unknown one gets that of 2004, which a processor
// with AVX2 outruns several times over.
std::string openblas_core() {
    void* const name = dlsym(RTLD_DEFAULT, "openblas_get_corename");
    return name == nullptr ? "" : reinterpret_cast<const char* (*)()>(name)();
}

bool has_avx2() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

}  // namespace

// Best of three, since a first one also starts the threads; fewer when they take long.
double product_gflops() {
    const at::Tensor a = at::ones({kSize, kSize}), b = at::ones({kSize, kSize});
    MatrixProduct product;
    double best = seconds_of_product(product, a, b), all = best;
    for (int i = 1; i < 3 && all < kSecondsInAll; ++i) {
        const double seconds = seconds_of_product(product, a, b);
        best = std::min(best, seconds);
        all += seconds;
    }
    return 2e-9 * kSize * kSize * kSize / best;
}

std::string blas_library() {
    void* const product = dlsym(RTLD_DEFAULT, "sgemm_");
    Dl_info info{};
    if (product == nullptr || dladdr(product, &info) == 0) return "built into LibTorch";
    const std::unique_ptr<char, decltype(&std::free)> resolved(realpath(info.dli_fname, nullptr),
                                                               &std::free);
    return resolved ? resolved.get() : info.dli_fname;
}

std::string product_libraries() {
    return by_libtorch() ? "BLAS " + blas_library()
                         : float32_products() + " (float32), BLAS " + blas_library();
}

// OpenBLAS built on threads of its own: they and LibTorch's then wait for each other on the same
// cores, which halves the speed of a training step on two threads. Told by Debian's folder: another
// library that is loaded beside it may bring symbols of the other build.
static bool has_threads_of_its_own(const std::string& library) {
    return library.find("openblas-pthread") != std::string::npos;
}

std::optional<std::string> slow_product_warning() {
    if (by_libtorch() && openblas_core() == "Prescott" && has_avx2())
        return fmt::format(
            "matrix products run several times slower than they could (the OpenBLAS in '{}' does "
            "not know this processor and uses its oldest code): set OPENBLAS_CORETYPE=Haswell in "
            "the environment, or install a newer OpenBLAS",
            blas_library());
    if (by_libtorch() && at::get_num_threads() > 1 && has_threads_of_its_own(blas_library()))
        return fmt::format(
            "the OpenBLAS in '{}' has threads of its own, which wait for LibTorch's on the same "
            "cores and can halve the speed: install libopenblas0-openmp and choose it with "
            "update-alternatives, or set OMP_WAIT_POLICY=passive",
            blas_library());
    const double per_thread = product_gflops() / at::get_num_threads();
    if (per_thread >= kExpectedGflops) return std::nullopt;
    return fmt::format(
        "matrix products run at {:.1f} GFLOP/s per thread, a core does 20 and more (by {}): "
        "install a fast BLAS, on Debian the package libopenblas0-openmp, or look whether other "
        "programs use the cores",
        per_thread, product_libraries());
}

}  // namespace dcrnn
