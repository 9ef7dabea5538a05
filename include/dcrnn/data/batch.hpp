#pragma once
// From window numbers to tensors: one gather of rows out of the raw series, then scaling and time
// features.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/scaler.hpp"
#include "dcrnn/data/series.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

struct Batch {
    torch::Tensor
        inputs;  // [batch, seq_len, sensor, input_width]: scaled features, time of day, day of week
    torch::Tensor
        targets;          // [batch, horizon, sensor, output_dim]: raw units, missing ones as stored
    torch::Tensor valid;  // [batch, horizon, sensor, output_dim]: 1 where the target is valid, type
                          // of targets
    torch::Tensor teacher;  // [batch, horizon, sensor, output_dim]: scaled targets, as the decoder
                            // may be fed them

    std::int64_t size() const { return inputs.size(0); }
};

// Missing inputs and teachers: a 0 under null value 0 is scaled like a reading (as the published
// code does) unless missing-input is mean; a NaN becomes the mean of the training readings, which
// `standard` scales to 0.
class BatchReader {
public:
    // Keeps references to the series (values are not copied) and copies the rest. Batches come in
    // the type of the series and on `device`. A batch of no windows has size 0 and is valid.
    BatchReader(const Series& series, const Scaler& scaler, const DataOptions& options,
                torch::Device device);

    Batch read(const std::vector<std::int64_t>& first_rows) const;
    // Only the inputs, of windows whose horizon need not lie in the series (forecasts after the
    // newest rows).
    torch::Tensor read_inputs(const std::vector<std::int64_t>& first_rows) const;

private:
    torch::Tensor gather(const torch::Tensor& rows, std::int64_t length) const;
    torch::Tensor scaled(const torch::Tensor& raw) const;
    torch::Tensor assemble(const torch::Tensor& raw, const torch::Tensor& rows) const;

    const Series& series_;
    Scaler scaler_;
    DataOptions options_;
    torch::Device device_;
    std::vector<double> fill_;     // per feature, raw: what a NaN is fed as
    torch::Tensor time_features_;  // [time, time features], type of the series
};

}  // namespace dcrnn
