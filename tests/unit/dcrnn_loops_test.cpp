// The network against explicit scalar loops, written from the formulas of the paper (sections 2.2
// and 2.3) and of the published code, for the three forms of the diffusion.

#include "dcrnn/model/dcrnn.hpp"
#include "support/close.hpp"
#include "support/small_network.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using Row = std::vector<double>;
using Matrix = std::vector<Row>;  // signals are [sensor][feature]

constexpr double kTolerance = 1e-12;

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

Matrix matrix_of(const at::Tensor& tensor) {  // [rows, columns]
    const at::Tensor values = tensor.detach().to(at::kDouble).contiguous();
    const auto access = values.accessor<double, 2>();
    Matrix result(index(values.size(0)), Row(index(values.size(1))));
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (std::size_t j = 0; j < result[i].size(); ++j) {
            result[i][j] = access[static_cast<std::int64_t>(i)][static_cast<std::int64_t>(j)];
        }
    }
    return result;
}

// factor * support * x - less
Matrix walk(const Matrix& support, const Matrix& x, double factor, const Matrix* less) {
    Matrix result(x.size(), Row(x[0].size(), 0.0));
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t f = 0; f < x[0].size(); ++f) {
            for (std::size_t j = 0; j < x.size(); ++j) result[i][f] += support[i][j] * x[j][f];
            result[i][f] *= factor;
            if (less != nullptr) result[i][f] -= (*less)[i][f];
        }
    }
    return result;
}

std::vector<Matrix> diffused(const support::SmallNetwork& small, const Matrix& x) {
    std::vector<Matrix> result{x};
    Matrix before = x;  // what a support starts from; in `released` what the last one left behind
    for (const at::Tensor& tensor : support::small_supports()) {
        if (small.max_diffusion_step == 0) break;
        const Matrix walks = matrix_of(tensor);
        if (small.form != DiffusionForm::released) before = x;
        Matrix now = walk(walks, before, 1, nullptr);
        result.push_back(now);
        for (std::int64_t k = 2; k <= small.max_diffusion_step; ++k) {
            const Matrix next = small.form == DiffusionForm::powers ? walk(walks, now, 1, nullptr)
                                                                    : walk(walks, now, 2, &before);
            before = now;
            now = next;
            result.push_back(now);
        }
    }
    return result;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// One window through the network, feature by feature.
class LoopNetwork {
public:
    LoopNetwork(const support::SmallNetwork& small, const at::Tensor& parameters)
        : small_(small), sizes_(small.complete_sizes()) {
        for (const ParameterSpec& spec : parameter_specs(sizes_)) {
            const at::Tensor flat = parameters.narrow(0, spec.offset, spec.numel);
            const std::int64_t rows = spec.shape.size() == 2 ? spec.shape[0] : 1;
            tensors_[spec.name] = matrix_of(flat.view({rows, spec.numel / rows}));
        }
    }

    at::Tensor forward(const at::Tensor& window) const {  // [time, sensor, feature]
        const std::size_t sensors = index(window.size(1));
        std::vector<Matrix> states(index(sizes_.num_rnn_layers),
                                   Matrix(sensors, Row(index(sizes_.rnn_units), 0.0)));
        for (std::int64_t t = 0; t < window.size(0); ++t) {
            step("encoder_model", matrix_of(window[t]), states);
        }
        Matrix fed(sensors, Row(index(sizes_.output_dim), 0.0));
        at::Tensor forecasts =
            at::zeros({sizes_.horizon, window.size(1), sizes_.output_dim}, at::kDouble);
        for (std::int64_t t = 0; t < sizes_.horizon; ++t) {
            step("decoder_model", fed, states);
            fed = projected(states.back());
            for (std::size_t i = 0; i < sensors; ++i) {
                forecasts[t][static_cast<std::int64_t>(i)] = at::tensor(fed[i], at::kDouble);
            }
        }
        return forecasts;
    }

private:
    const Matrix& tensor(const std::string& name) const { return tensors_.at(name); }

    void step(const std::string& model, Matrix x, std::vector<Matrix>& states) const {
        for (std::size_t layer = 0; layer < states.size(); ++layer) {
            const std::string prefix = model + ".dcgru.layers." + std::to_string(layer) + ".";
            states[layer] = cell(prefix, x, states[layer]);
            x = states[layer];
        }
    }

    Matrix cell(const std::string& prefix, const Matrix& x, const Matrix& h) const {
        const std::size_t units = h[0].size();
        const Matrix gates = sizes_.use_gc_for_ru ? convolved(prefix + "_ru", beside(x, h))
                                                  : plain(prefix + "_ru", beside(x, h));
        Matrix kept = h, next = h;
        for (std::size_t i = 0; i < h.size(); ++i) {
            for (std::size_t f = 0; f < units; ++f) kept[i][f] = sigmoid(gates[i][f]) * h[i][f];
        }
        const Matrix candidate = convolved(prefix + "_gconv", beside(x, kept));
        for (std::size_t i = 0; i < h.size(); ++i) {
            for (std::size_t f = 0; f < units; ++f) {
                const double update = sigmoid(gates[i][units + f]);
                next[i][f] = update * h[i][f] + (1 - update) * std::tanh(candidate[i][f]);
            }
        }
        return next;
    }

    static Matrix beside(Matrix x, const Matrix& h) {
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i].insert(x[i].end(), h[i].begin(), h[i].end());
        return x;
    }

    Matrix convolved(const std::string& name, const Matrix& x) const {
        const std::vector<Matrix> copies = diffused(small_, x);
        Matrix interleaved(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            for (std::size_t f = 0; f < x[0].size(); ++f) {
                for (const Matrix& copy : copies) interleaved[i].push_back(copy[i][f]);
            }
        }
        return plain(name, interleaved);
    }

    Matrix plain(const std::string& name, const Matrix& x) const {
        const Matrix &weights = tensor(name + "_weights"), &biases = tensor(name + "_biases");
        Matrix result(x.size(), biases[0]);
        for (std::size_t i = 0; i < x.size(); ++i) {
            for (std::size_t o = 0; o < result[i].size(); ++o) {
                for (std::size_t f = 0; f < x[i].size(); ++f)
                    result[i][o] += x[i][f] * weights[f][o];
            }
        }
        return result;
    }

    Matrix projected(const Matrix& h) const {
        const Matrix& weight = tensor("decoder_model.projection_layer.weight");
        const Matrix& bias = tensor("decoder_model.projection_layer.bias");
        Matrix result(h.size(), bias[0]);
        for (std::size_t i = 0; i < h.size(); ++i) {
            for (std::size_t o = 0; o < weight.size(); ++o) {
                for (std::size_t f = 0; f < h[i].size(); ++f)
                    result[i][o] += h[i][f] * weight[o][f];
            }
        }
        return result;
    }

    support::SmallNetwork small_;
    NetworkSizes sizes_;
    std::map<std::string, Matrix> tensors_;
};

void check_against_loops(support::SmallNetwork small, const std::string& what) {
    const at::Tensor parameters = small.parameters(), inputs = small.inputs(2);
    const LoopNetwork loops(small, parameters);
    const at::Tensor expected = at::stack({loops.forward(inputs[0]), loops.forward(inputs[1])});
    for (const SupportStorage storage : {SupportStorage::dense, SupportStorage::sparse}) {
        small.storage = storage;
        support::check_close(small.build(parameters).forward(inputs, {}), expected, kTolerance,
                             what);
    }
}

BOOST_AUTO_TEST_CASE(every_form_of_the_diffusion) {
    support::SmallNetwork small;
    for (const std::int64_t steps : {1, 2, 3}) {
        small.max_diffusion_step = steps;
        const std::string what = ", K = " + std::to_string(steps);
        small.form = DiffusionForm::chebyshev;
        check_against_loops(small, "chebyshev" + what);
        small.form = DiffusionForm::released;
        check_against_loops(small, "released" + what);
        small.form = DiffusionForm::powers;
        check_against_loops(small, "powers" + what);
    }
}

BOOST_AUTO_TEST_CASE(no_diffusion_at_all) {
    support::SmallNetwork small;
    small.max_diffusion_step = 0;
    check_against_loops(small, "K = 0");
}

BOOST_AUTO_TEST_CASE(other_sizes) {
    support::SmallNetwork small;
    small.sizes.input_width = 3;
    small.sizes.output_dim = 2;
    small.sizes.num_rnn_layers = 3;
    small.sizes.horizon = 1;
    check_against_loops(small, "3 layers, 2 outputs");
    small.sizes.num_rnn_layers = 1;
    small.sizes.rnn_units = 1;
    check_against_loops(small, "1 layer, 1 unit");
}

BOOST_AUTO_TEST_CASE(gates_without_diffusion) {
    support::SmallNetwork small;
    small.sizes.use_gc_for_ru = false;
    check_against_loops(small, "plain gates");
    small.max_diffusion_step = 0;
    check_against_loops(small, "plain gates, K = 0");
}

}  // namespace
}  // namespace dcrnn
