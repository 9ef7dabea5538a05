#include "window_range.hpp"

#include <ATen/Parallel.h>

namespace dcrnn {

std::int64_t windows_per_part(std::int64_t windows, std::int64_t sensors, torch::Device device) {
    constexpr std::int64_t enough_rows = 400;  // measured: from 200 to 800 is the same
    if (!device.is_cpu()) return std::max<std::int64_t>(windows, 1);
    const auto divided = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
    const std::int64_t share = std::max<std::int64_t>(divided(windows, at::get_num_threads()), 1);
    const std::int64_t wanted = std::clamp<std::int64_t>(divided(enough_rows, sensors), 1, share);
    return divided(share, divided(share, wanted));  // parts of about equal size
}

}  // namespace dcrnn
