#include "dcrnn/data/scaler.hpp"

#include "dcrnn/data/missing.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace dcrnn {
namespace {

struct Moments {
    double count = 0, mean = 0, deviation = 0;
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
};

// [row, sensor] readings of one feature in double, and which of them are valid.
struct Readings {
    torch::Tensor values, valid;
};

// Calls use(readings) for all rows, some at a time: a series may be half of the memory.
template <class Use>
void visit(const torch::Tensor& values, std::int64_t rows, std::int64_t feature,
           const DataOptions& options, const Use& use) {
    const std::int64_t step = std::max<std::int64_t>(1, (1 << 20) / values.size(1));
    for (std::int64_t first = 0; first < rows; first += step) {
        const torch::Tensor part = values.narrow(0, first, std::min(step, rows - first));
        const torch::Tensor valid =
            valid_readings(part, options.null_value, options.output_dim).select(2, feature);
        use(Readings{part.select(2, feature).to(torch::kDouble), valid});
    }
}

// In two passes, so that a large mean does not swallow a small deviation.
Moments measure(const torch::Tensor& values, std::int64_t rows, std::int64_t feature,
                const DataOptions& options) {
    Moments moments;
    double sum = 0, squares = 0;
    visit(values, rows, feature, options, [&](const Readings& part) {
        const torch::Tensor kept = part.values.masked_select(part.valid);
        if (kept.numel() == 0) return;
        moments.count += static_cast<double>(kept.numel());
        sum += kept.sum().item<double>();
        moments.least = std::min(moments.least, kept.min().item<double>());
        moments.greatest = std::max(moments.greatest, kept.max().item<double>());
    });
    moments.mean = sum / moments.count;
    visit(values, rows, feature, options, [&](const Readings& part) {
        squares +=
            part.values.masked_select(part.valid).sub(moments.mean).square().sum().item<double>();
    });
    moments.deviation = std::sqrt(squares / moments.count);
    return moments;
}

// A vector of the first features as a tensor that fits the last axis of values.
torch::Tensor as_row(const std::vector<double>& per_feature, const torch::Tensor& values) {
    assert(values.size(-1) <= static_cast<std::int64_t>(per_feature.size()));
    return torch::tensor(per_feature, torch::kDouble)
        .narrow(0, 0, values.size(-1))
        .to(values.options());
}

// How often a row is an input of a training window, when every window counts that begins in the
// rows and ends in them.
torch::Tensor appearances(std::int64_t rows, std::int64_t seq_len) {
    const std::int64_t most = std::min(seq_len, rows - seq_len + 1);
    const torch::Tensor before = at::arange(1, rows + 1, torch::kDouble);
    return at::minimum(before, before.flip(0)).clamp_max_(static_cast<double>(most));
}

// Of all readings that are numbers, each as often as windows show it.
Moments measure_windows(const torch::Tensor& values, std::int64_t rows, std::int64_t feature,
                        DataOptions options) {
    options.null_value = NullValue::none;
    const torch::Tensor counts = appearances(rows, options.seq_len);
    Moments moments;
    const auto sum_up = [&](const auto& summand) {
        double sum = 0;
        std::int64_t first = 0;
        visit(values, rows, feature, options, [&](const Readings& part) {
            const torch::Tensor weights =
                counts.narrow(0, first, part.values.size(0)).unsqueeze(1).mul(part.valid);
            const torch::Tensor kept = at::where(part.valid, part.values, moments.mean);
            sum += weights.mul(summand(kept)).sum().template item<double>();
            first += part.values.size(0);
        });
        return sum;
    };
    moments.count = sum_up([](const torch::Tensor& kept) { return at::ones_like(kept); });
    if (moments.count == 0) return moments;
    moments.mean = sum_up([](const torch::Tensor& kept) { return kept; }) / moments.count;
    const double squares =
        sum_up([&](const torch::Tensor& kept) { return kept.sub(moments.mean).square_(); });
    moments.deviation = std::sqrt(squares / moments.count);
    return moments;
}

}  // namespace

torch::Tensor Scaler::apply(const torch::Tensor& values) const {
    return (values - as_row(offset, values)).div_(as_row(scale, values));
}

torch::Tensor Scaler::invert(const torch::Tensor& values) const {
    return (values * as_row(scale, values)).add_(as_row(offset, values));
}

Scaler fit_scaler(const torch::Tensor& values, std::int64_t rows, const DataOptions& options) {
    assert(values.dim() == 3 && rows <= values.size(0));
    Scaler scaler;
    for (std::int64_t feature = 0; feature < values.size(2); ++feature) {
        const bool published = options.scaler == ScalerKind::published;
        const Moments moments = published ? measure_windows(values, rows, feature, options)
                                          : measure(values, rows, feature, options);
        require(moments.count > 0, ErrorKind::data,
                fmt::format("feature {} has no valid reading in the training rows 0 to {}", feature,
                            rows - 1),
                "all of them are missing", "check the file and --null-value");
        const bool standard = published || options.scaler == ScalerKind::standard;
        const bool none = options.scaler == ScalerKind::none;
        const double scale = standard ? moments.deviation : moments.greatest - moments.least;
        scaler.offset.push_back(none ? 0 : standard ? moments.mean : moments.least);
        scaler.scale.push_back(none || scale == 0 ? 1 : scale);
        scaler.fill.push_back(moments.mean);
    }
    return scaler;
}

}  // namespace dcrnn
