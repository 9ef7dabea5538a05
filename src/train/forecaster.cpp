#include "dcrnn/train/forecaster.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/graph/supports.hpp"
#include "dcrnn/mpi/binding.hpp"

#include <ATen/core/grad_mode.h>
#include <fmt/format.h>
#include <torch/cuda.h>

namespace dcrnn {

Dcrnn build_network(const RunIdentity& identity, const torch::Tensor& parameters,
                    SupportStorage storage, torch::Device device) {
    const auto& model = identity.options.model;
    const auto dtype = element_type(model.precision);
    const auto supports = make_supports(identity.adjacency, model.filter_type, model.supports);
    Diffusion diffusion(supports, model.max_diffusion_step, model.diffusion, storage,
                        copies_type(model.precision), device);
    auto leaf = parameters.detach().to(device, dtype, /*non_blocking=*/false, /*copy=*/true);
    return Dcrnn(network_sizes(identity), std::move(diffusion), std::move(leaf));
}

Forecaster network_forecaster(const Dcrnn& network, const Scaler& scaler) {
    return [&network, scaler](const std::vector<std::int64_t>&, const Batch& batch) {
        const torch::NoGradGuard no_gradients;
        return scaler.invert(network.forward(batch.inputs, Teaching{}));
    };
}

torch::Device choose_device(DeviceKind wanted, int rank_on_node) {
    const auto gpus = static_cast<int>(torch::cuda::device_count());
    if (wanted == DeviceKind::cpu || (wanted == DeviceKind::automatic && gpus == 0))
        return torch::kCPU;
    require(gpus > 0, ErrorKind::usage, "--device cuda cannot be used", "LibTorch sees no GPU here",
            "leave --device away, or load a LibTorch with CUDA and ask the queue for a GPU");
    return {torch::kCUDA, static_cast<torch::DeviceIndex>(rank_on_node % gpus)};
}

DeviceChoice device_for_all(const Communicator& comm, const torch::Device& own) {
    const auto first_without = static_cast<int>(comm.min(own.is_cpu() ? comm.rank() : comm.size()));
    if (first_without == comm.size()) return {own, ""};
    if (comm.max(own.is_cuda() ? 1 : 0) == 0) return {};
    return {
        torch::kCPU,
        fmt::format("all ranks compute on the processor, since LibTorch sees no GPU on {} (rank "
                    "{}): leave that host out to use the GPUs of the others",
                    comm.broadcast(host_name(), first_without), first_without)};
}

}  // namespace dcrnn
