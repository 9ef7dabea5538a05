#pragma once
// One affine scaler per feature, fitted on valid readings of the rows that training windows see,
// each row once. standard: mean and population deviation; minmax: minimum and range; none: 0 and 1.
// published: mean and population deviation over the inputs of all training windows, in which most
// rows stand as often as a window has inputs; missing readings stored as 0 count as 0, and windows
// across gaps count too, as in the published code (liyaguang/DCRNN, StandardScaler).
// A deviation or range of 0 becomes 1.

#include "dcrnn/config/options.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

struct Scaler {
    std::vector<double> offset;  // per feature, raw units
    std::vector<double> scale;   // per feature, raw units, > 0
    std::vector<double> fill;    // per feature, raw units: the mean, which a missing input may be
                                 // fed as; empty: the offset, which is the mean under `standard`

    // (values - offset) / scale on the last axis, which holds the first features; and back.
    torch::Tensor apply(const torch::Tensor& values) const;
    torch::Tensor invert(const torch::Tensor& values) const;
};

// values [time, sensor, feature], raw. Throws Error(data) when a feature has no valid reading in
// these rows.
Scaler fit_scaler(const torch::Tensor& values, std::int64_t rows, const DataOptions& options);

}  // namespace dcrnn
