#include "dcrnn/mpi/gradient_sum.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/library_settings.hpp"
#include "dcrnn/mpi/together.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <torch/cuda.h>

#include <chrono>

namespace dcrnn {
namespace {

// The gradient is computed by kernels that may still run when the host gets here; MPI knows nothing
// of their stream.
void finish_kernels(const torch::Device& device) {
    if (device.is_cuda()) torch::cuda::synchronize(device.index());
}

// Each rank contributes rank + 1 in every element: does the sum come out on all of them?
bool known_sum_is_right(const Communicator& comm, const torch::Device& device) {
    bool right = false;
    try {
        auto values = torch::full({1000}, comm.rank() + 1,
                                  torch::TensorOptions().dtype(torch::kFloat32).device(device));
        finish_kernels(device);
        comm.sum(values);
        const double expected = 0.5 * comm.size() * (comm.size() + 1);
        right = (values == expected).all().item<bool>();
    } catch (const Error&) {
        // the library refused the pointer
    }
    return comm.min(right) == 1;
}

// Why MPI does not get the device's pointers; empty if it can.
std::string obstacle(const Communicator& comm, const torch::Device& device) {
    if (comm.min(takes_device_pointers()) == 0) return "the MPI library takes no device pointers";
    if (!known_sum_is_right(comm, device)) return "a test sum on device memory came out wrong";
    return "";
}

}  // namespace

GradientSum::GradientSum(const Communicator& comm, GradientPath path, torch::Device device)
    : comm_(comm), device_(device) {
    if (device_.is_cpu()) {
        through_host_ = path == GradientPath::host;
        choice_ = through_host_ ? "through a host buffer, as asked" : "directly in memory";
        return;
    }
    if (path == GradientPath::host || comm_.size() == 1) {
        choice_ = comm_.size() == 1 ? "none, one rank" : "through a pinned host buffer, as asked";
        return;
    }
    const std::string reason = obstacle(comm_, device_);
    if (path == GradientPath::device && !reason.empty())
        throw AgreedError({ErrorKind::usage, "the gradients cannot be summed in device memory",
                           reason,
                           "use --transfer host, or --transfer auto to let the program choose"});
    through_host_ = !reason.empty();
    choice_ = through_host_ ? fmt::format("through a pinned host buffer, since {}", reason)
                            : "directly in device memory";
}

void GradientSum::reduce(torch::Tensor& gradient) {
    if (comm_.size() == 1) return;
    finish_kernels(device_);
    const auto begin = std::chrono::steady_clock::now();
    if (through_host_) {
        if (!host_.defined() || host_.sizes() != gradient.sizes() ||
            host_.scalar_type() != gradient.scalar_type())
            host_ = torch::empty(gradient.sizes(), torch::TensorOptions()
                                                       .dtype(gradient.scalar_type())
                                                       .pinned_memory(device_.is_cuda()));
        host_.copy_(gradient);
        comm_.sum(host_);
        gradient.copy_(host_);
    } else {
        comm_.sum(gradient);
    }
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace dcrnn
