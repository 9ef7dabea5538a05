// A count of the tensors that live at once, in units of one state, [sensor * batch, unit]. It holds
// for the arrangement of dcgru_cell.cpp and dcrnn.cpp, and a test compares it with what they use.

#include "dcrnn/model/dcrnn.hpp"

#include <algorithm>

namespace dcrnn {

namespace {

constexpr double kGates = 2;       // reset and update
constexpr double kCandidate = 1;   // tanh(...)
constexpr double kState = 1;       // the new one
constexpr double kInputTerms = 3;  // of gates and candidate

// Copies of a state are a tensor of their own unless nothing is diffused.
double copies_of_state(const NetworkSizes& sizes) {
    return sizes.matrices > 1 ? static_cast<double>(sizes.matrices) : 0.0;
}

// What autograd keeps of all cells at the end of the forward pass.
double kept_by_cells(const NetworkSizes& sizes, double steps) {
    const auto layers = static_cast<double>(sizes.num_rnn_layers);
    const auto matrices = static_cast<double>(sizes.matrices);
    const double cell = kGates + matrices + kCandidate + kState;             // matrices: of r h
    const double first_cell = kGates + 1 + kCandidate + kState;              // 1 - u instead
    const double diffused_states = sizes.use_gc_for_ru ? steps * layers - 1  // not the last of all
                                                       : steps * (layers - 1);
    return steps * layers * cell - layers * (cell - first_cell) +
           diffused_states * copies_of_state(sizes);
}

// At the start of the backward pass: gradients of one cell's copies and of its elements.
double backward_workspace(const NetworkSizes& sizes) {
    return static_cast<double>(sizes.matrices) + 2;
}

// Without gradients: all layers' states, of which gates without diffusion leave the highest as it
// is, and one cell at work.
double evaluated_cells(const NetworkSizes& sizes) {
    const auto layers = static_cast<double>(sizes.num_rnn_layers);
    const double copies = copies_of_state(sizes);
    const double arranging = copies > 0 ? copies - 1 : 0;  // before they stand side by side
    const double diffused_layers = sizes.use_gc_for_ru ? layers : layers - 1;
    return layers * kState + diffused_layers * copies + kInputTerms + kGates + kState + copies +
           arranging;
}

}  // namespace

ActivationBytes activation_bytes(const NetworkSizes& sizes, std::int64_t seq_len,
                                 std::int64_t sensors, std::int64_t batch, SupportStorage,
                                 std::int64_t element_bytes) {
    const double rows = static_cast<double>(sensors) * static_cast<double>(batch);
    const double feature = rows * static_cast<double>(element_bytes);
    const double state = feature * static_cast<double>(sizes.rnn_units);
    const auto matrices = static_cast<double>(sizes.matrices);
    const auto inputs = static_cast<double>(seq_len * sizes.input_width);
    const auto outputs = static_cast<double>(sizes.horizon * sizes.output_dim);

    const double diffused_inputs = inputs * (matrices + 1) * feature;
    const double diffused_forecasts = outputs * matrices * feature;
    const double weights =  // arranged for the products
        static_cast<double>(parameter_count(sizes)) * static_cast<double>(element_bytes);
    const double loss = 6 * outputs * feature;  // forecast, errors, their gradients
    const auto steps = static_cast<double>(seq_len + sizes.horizon);
    const double training = (kept_by_cells(sizes, steps) + backward_workspace(sizes)) * state +
                            diffused_forecasts + loss;
    const double evaluation = evaluated_cells(sizes) * state;
    const auto bytes = [&](double part) {
        constexpr double most = 4e18;  // an int64 holds it, and nothing has as much memory
        return static_cast<std::int64_t>(std::min(most, part + diffused_inputs + weights));
    };
    return {bytes(training), bytes(evaluation)};
}

}  // namespace dcrnn
