// The network against the published PyTorch code in float64: outputs, loss, gradients, three steps
// of Adam. That code multiplies with the matrices supports_used in the `released` diffusion.

#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/model/error_sums.hpp"
#include "dcrnn/train/adam.hpp"
#include "support/close.hpp"
#include "support/network_gradient.hpp"
#include "support/oracle_file.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

constexpr double kTolerance = 1e-10;
constexpr std::int64_t kOptimiserSteps = 3;

// One case of the file. Its sizes follow from the shapes of what is stored, as other files of the
// same layout differ in them. There, inputs are [time, batch, sensor, feature], labels and outputs
// [time, batch, sensor].
class OracleCase {
public:
    OracleCase(const Hdf5File& file, const std::string& name) : file_(file), name_(name) {
        const auto units = static_cast<std::int64_t>(attribute("num_units"));
        max_diffusion_step = static_cast<std::int64_t>(attribute("max_diffusion_step"));
        for (const std::string& support : file.children(name + "/supports_used")) {
            supports.push_back(tensor("supports_used/" + support));
        }
        inputs = tensor("inputs").transpose(0, 1).contiguous();
        sizes.input_width = inputs.size(3);
        sizes.output_dim = tensor("weights/decoder_model.projection_layer.weight").size(0);
        sizes.horizon = tensor("outputs").size(0);
        sizes.rnn_units = units;
        sizes.num_rnn_layers = static_cast<std::int64_t>(attribute("num_layers"));
        sizes.matrices = 1 + static_cast<std::int64_t>(supports.size()) * max_diffusion_step;
        sizes.use_gc_for_ru = attribute("use_gc_for_ru") != 0;
        mean = attribute("scaler_mean");
        deviation = attribute("scaler_std");
        outputs = by_window("outputs");
        labels = by_window("labels_raw");
        if (attribute("use_curriculum_learning") != 0) {  // decays so slowly that it is always fed
            teaching.teacher = (labels - mean) / deviation;
            teaching.coins.assign(static_cast<std::size_t>(sizes.horizon), 1);
        }
    }

    at::Tensor tensor(const std::string& dataset) const {
        return support::read_tensor(file_, name_ + "/" + dataset);
    }

    // The tensors of a group as one flat tensor in our order.
    at::Tensor flat(const std::string& group) const {
        std::vector<at::Tensor> parts;
        for (const ParameterSpec& spec : parameter_specs(sizes)) {
            const at::Tensor part = tensor(group + "/" + spec.name);
            BOOST_TEST_REQUIRE(part.sizes().vec() == spec.shape, spec.name);
            parts.push_back(part.flatten());
        }
        BOOST_TEST_REQUIRE(file_.children(name_ + "/" + group).size() == parts.size());
        return at::cat(parts);
    }

    // The mean over valid labels, which are those that are not 0.
    // The part of windows first .. in the masked MAE of all.
    at::Tensor loss(const at::Tensor& forecast, std::int64_t first) const {
        const at::Tensor valid = (labels != 0).to(at::kDouble);
        const auto part = [&](const at::Tensor& all) {
            return all.narrow(0, first, forecast.size(0));
        };
        return masked_absolute_sum(forecast * deviation + mean, part(labels), part(valid)) /
               valid.sum();
    }

    NetworkSizes sizes;
    std::int64_t max_diffusion_step;
    std::vector<at::Tensor> supports;
    at::Tensor inputs;           // [batch, time, sensor, feature]
    at::Tensor labels, outputs;  // [batch, time, sensor, output]
    double mean, deviation;
    Teaching teaching;

private:
    double attribute(const std::string& key) const {
        return file_.read_number_attribute(name_, key);
    }

    at::Tensor by_window(const std::string& dataset) const {
        return tensor(dataset)
            .view({sizes.horizon, inputs.size(0), inputs.size(2), sizes.output_dim})
            .transpose(0, 1)
            .contiguous();
    }

    const Hdf5File& file_;
    std::string name_;
};

void check_tensors(const at::Tensor& actual, const at::Tensor& expected, const NetworkSizes& sizes,
                   const std::string& what) {
    for (const ParameterSpec& spec : parameter_specs(sizes)) {
        support::check_close(actual.narrow(0, spec.offset, spec.numel),
                             expected.narrow(0, spec.offset, spec.numel), kTolerance,
                             what + " " + spec.name);
    }
}

void check_number(double actual, double expected, const std::string& what) {
    BOOST_TEST(std::abs(actual - expected) <= kTolerance * std::abs(expected),
               what << ": " << actual << " is not " << expected);
}

void check_case(const OracleCase& oracle, SupportStorage storage) {
    const Diffusion diffusion(oracle.supports, oracle.max_diffusion_step, DiffusionForm::released,
                              storage, at::kDouble, at::kCPU);
    at::Tensor parameters = oracle.flat("weights");
    const Dcrnn network(oracle.sizes, diffusion, parameters);
    const at::Tensor losses = oracle.tensor("adam/losses");
    const at::Tensor norms = oracle.tensor("adam/gradient_norms");
    Adam adam(parameters);  // of the file's `about`: rate 0.01, epsilon 1e-3, norm at most 5
    for (std::int64_t step = 0; step < kOptimiserSteps; ++step) {
        const at::Tensor forecast = network.forward(oracle.inputs, oracle.teaching);
        const at::Tensor loss = oracle.loss(forecast, 0);
        at::Tensor gradient = support::network_gradient(
            network, oracle.inputs, oracle.teaching,
            [&](const at::Tensor& part, std::int64_t first) { return oracle.loss(part, first); });
        const double norm = gradient.norm().item<double>();
        if (step == 0) {
            support::check_close(forecast, oracle.outputs, kTolerance, "outputs");
            check_number(loss.item<double>(), oracle.tensor("masked_mae").item<double>(), "MAE");
            check_tensors(gradient, oracle.flat("gradients"), oracle.sizes, "gradient of");
        }
        check_number(loss.item<double>(), losses[step].item<double>(), "loss");
        check_number(norm, norms[step].item<double>(), "gradient norm");
        clip(gradient, norm, 5.0);
        adam.update(parameters, gradient, 0.01, 1e-3);
    }
    check_tensors(parameters, oracle.flat("adam/weights_after_3"), oracle.sizes, "after 3 steps");
}

void check_all_cases(SupportStorage storage) {
    const Hdf5File file = Hdf5File::open(support::oracle_path());
    std::size_t cases = 0;
    for (const std::string& name : file.children("/")) {
        if (!file.has(name + "/weights")) continue;  // cases of other layers
        BOOST_TEST_CONTEXT("case " << name) { check_case(OracleCase(file, name), storage); }
        ++cases;
    }
    BOOST_TEST(cases > 0);
}

BOOST_AUTO_TEST_CASE(dense_supports_give_the_published_results) {
    check_all_cases(SupportStorage::dense);
}

BOOST_AUTO_TEST_CASE(sparse_supports_give_the_published_results) {
    check_all_cases(SupportStorage::sparse);
}

}  // namespace
}  // namespace dcrnn
