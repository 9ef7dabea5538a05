#include "dcrnn/model/dcrnn.hpp"

#include "back_through_time.hpp"
#include "encoder_decoder.hpp"
#include "window_range.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace dcrnn {
namespace {

// Some windows of a batch, from `first` on.
Teaching part_of(const Teaching& teaching, std::int64_t first, std::int64_t count) {
    if (!teaching.teacher.defined()) return teaching;
    return {teaching.teacher.narrow(0, first, count), teaching.coins};
}

// [horizon, rows, output] -> [window, horizon, sensor, output]
at::Tensor by_window(const at::Tensor& forecasts, std::int64_t windows) {
    return forecasts.view({forecasts.size(0), windows, -1, forecasts.size(2)}).transpose(0, 1);
}

at::Tensor by_step(const at::Tensor& windows) {
    return windows.transpose(0, 1).reshape({windows.size(1), -1, windows.size(3)});
}

}  // namespace

Dcrnn::Dcrnn(const NetworkSizes& sizes, Diffusion diffusion, torch::Tensor parameters)
    : sizes_(sizes),
      diffusion_(std::move(diffusion)),
      products_(std::make_unique<std::vector<MatrixProduct>>()),
      parameters_(std::move(parameters)) {
    assert(sizes_.matrices == diffusion_.matrices());
    assert(parameters_.dim() == 1 && parameters_.numel() == parameter_count(sizes_));
}

template <class Work>
void Dcrnn::for_each_share(std::int64_t windows, const Work& work) const {
    const at::NoGradGuard plain;
    const auto threads = static_cast<std::size_t>(at::get_num_threads());
    if (products_->size() < threads) products_->resize(threads);
    const std::int64_t size = windows_per_part(windows, diffusion_.sensors(), parameters_.device());
    const std::int64_t parts = (windows + size - 1) / size;
    at::parallel_for(0, parts, 1, [&](std::int64_t first_part, std::int64_t last_part) {
        const at::NoGradGuard plain_here;
        const auto thread = static_cast<std::size_t>(at::get_thread_num());
        WindowRange range{first_part * size, std::min(windows, last_part * size), size};
        work(range, thread, (*products_)[thread]);
    });
}

torch::Tensor Dcrnn::forward(const torch::Tensor& inputs, const Teaching& teaching) const {
    assert(inputs.dim() == 4 && inputs.size(2) == diffusion_.sensors());
    assert(inputs.size(3) == sizes_.input_width);
    const Network network{sizes_, diffusion_,
                          arrange(parameters_.detach(), sizes_, diffusion_.dtype())};
    at::Tensor forecasts = at::empty(
        {inputs.size(0), sizes_.horizon, inputs.size(2), sizes_.output_dim}, inputs.options());
    for_each_share(
        inputs.size(0), [&](const WindowRange& share, std::size_t, MatrixProduct& product) {
            RECORD_USER_SCOPE("forward");
            share.for_each_part([&](std::int64_t first, std::int64_t count) {
                EncoderDecoder pass(network, product, count, inputs.size(1), History::newest);
                const at::Tensor part =
                    pass.forward(inputs.narrow(0, first, count), part_of(teaching, first, count));
                forecasts.narrow(0, first, count).copy_(by_window(part, count));
            });
        });
    return forecasts;
}

void Dcrnn::add_gradient(const torch::Tensor& inputs, const Teaching& teaching,
                         const LossGradient& loss, const torch::Tensor& gradient) const {
    assert(inputs.dim() == 4 && inputs.size(2) == diffusion_.sensors());
    assert(inputs.size(3) == sizes_.input_width);
    const Network network{sizes_, diffusion_,
                          arrange(parameters_.detach(), sizes_, diffusion_.dtype())};
    std::vector<std::unique_ptr<NetworkGradient>> sums(
        static_cast<std::size_t>(at::get_num_threads()));
    for_each_share(inputs.size(0), [&](const WindowRange& share, std::size_t thread,
                                       MatrixProduct& product) {
        sums[thread] = std::make_unique<NetworkGradient>(network.weights);
        share.for_each_part([&](std::int64_t first, std::int64_t count) {
            const Teaching taught = part_of(teaching, first, count);
            EncoderDecoder pass(network, product, count, inputs.size(1), History::whole);
            at::Tensor of_forecasts;
            {
                RECORD_USER_SCOPE("forward");
                const at::Tensor forecasts = pass.forward(inputs.narrow(0, first, count), taught);
                of_forecasts = by_step(loss(by_window(forecasts, count), first));
            }
            RECORD_USER_SCOPE("backward");
            BackThroughTime(network, product, pass, taught, *sums[thread]).run(of_forecasts);
        });
    });
    const at::NoGradGuard plain;
    for (const auto& sum : sums)  // in the order of the threads, so that the bits repeat
        if (sum) add_published(sum->of_weights(), sizes_, gradient);
}

}  // namespace dcrnn
