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
        const Moments moments = measure(values, rows, feature, options);
        require(moments.count > 0, ErrorKind::data,
                fmt::format("feature {} has no valid reading in the training rows 0 to {}", feature,
                            rows - 1),
                "all of them are missing", "check the file and --null-value");
        const bool standard = options.scaler == ScalerKind::standard;
        const bool none = options.scaler == ScalerKind::none;
        const double scale = standard ? moments.deviation : moments.greatest - moments.least;
        scaler.offset.push_back(none ? 0 : standard ? moments.mean : moments.least);
        scaler.scale.push_back(none || scale == 0 ? 1 : scale);
        scaler.fill.push_back(moments.mean);
    }
    return scaler;
}

}  // namespace dcrnn
