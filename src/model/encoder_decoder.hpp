#pragma once
// The encoder-decoder over all time steps, forward, for some windows of a batch.

#include "dcgru_cell.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "network_weights.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

// What is the same for all windows.
struct Network {
    NetworkSizes sizes;
    const Diffusion& diffusion;
    NetworkWeights weights;
};

struct TimeStep {
    torch::Tensor input;          // copies; undefined: zeros
    std::vector<CellStep> cells;  // by layer
};

enum class History { newest, whole };

class EncoderDecoder {
public:
    // Keeps references to both.
    EncoderDecoder(const Network& network, MatrixProduct& product, std::int64_t windows,
                   std::int64_t seq_len, History history);
    EncoderDecoder(const EncoderDecoder&) = delete;  // the cells refer to its workspace
    EncoderDecoder& operator=(const EncoderDecoder&) = delete;

    // inputs [window, seq_len, sensor, input_width] -> forecasts [horizon, rows, output_dim].
    torch::Tensor forward(const torch::Tensor& inputs, const Teaching& teaching);

    std::int64_t seq_len() const { return seq_len_; }
    std::int64_t time_steps() const { return seq_len_ + network_.sizes.horizon; }
    // A time step of the history: encoder's first, then decoder's.
    const TimeStep& at_time(std::int64_t time) const { return steps_[place(time)]; }
    // The diffused states, [window, sensor, matrix, unit], by layer; after forward the newest, of
    // which nobody needs the highest layer's diffused.
    const std::vector<torch::Tensor>& copies() const { return copies_; }
    const CellWorkspace& workspace() const { return workspace_; }

private:
    enum class Reader { none, next_step };  // of the highest layer's state

    std::size_t place(std::int64_t time) const {
        return static_cast<std::size_t>(time) % steps_.size();
    }
    std::vector<DcgruCell> make_cells(const std::vector<CellWeights>& weights,
                                      MatrixProduct& product) const;
    torch::Tensor diffused(const torch::Tensor& values) const;
    void advance(const std::vector<DcgruCell>& cells, std::int64_t time, torch::Tensor input,
                 Reader reader);
    torch::Tensor project(const torch::Tensor& state) const;

    const Network& network_;
    MatrixProduct& product_;
    std::int64_t seq_len_;
    CellWorkspace workspace_;
    std::vector<torch::Tensor> copies_;
    std::vector<TimeStep> steps_;
    std::vector<DcgruCell> encoder_, decoder_;
};

// Whether the decoder was fed the teacher instead of its own forecast of the step before; step > 0.
bool taught(const Teaching& teaching, std::int64_t step);

}  // namespace dcrnn
