// Properties of the network that hold whatever its weights are.

#include "dcrnn/model/dcrnn.hpp"

#include "dcrnn/model/error_sums.hpp"
#include "support/close.hpp"
#include "support/network_gradient.hpp"
#include "support/small_network.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::check_close;
using support::SmallNetwork;

// The gradient of the sum of absolute errors.
at::Tensor gradient(const SmallNetwork& small, const at::Tensor& parameters,
                    const at::Tensor& inputs, const at::Tensor& targets) {
    const auto loss = [&](const at::Tensor& forecasts, std::int64_t first) {
        const at::Tensor truth = targets.narrow(0, first, forecasts.size(0));
        return masked_absolute_sum(forecasts, truth, at::ones_like(truth));
    };
    return support::network_gradient(small.build(parameters), inputs, {}, loss);
}

BOOST_AUTO_TEST_CASE(published_sizes_have_the_published_number_of_parameters) {
    BOOST_TEST(parameter_count(NetworkSizes{}) == 372353);  // METR-LA
}

BOOST_AUTO_TEST_CASE(specs_follow_each_other_without_gaps) {
    const std::vector<ParameterSpec> specs = parameter_specs(NetworkSizes{});
    BOOST_TEST(specs.size() == 18);
    std::int64_t offset = 0;
    for (const ParameterSpec& spec : specs) {
        BOOST_TEST(spec.offset == offset);
        offset += spec.numel;
    }
    BOOST_TEST(specs[0].name == "encoder_model.dcgru.layers.0._ru_weights");
    BOOST_TEST(specs[0].shape == (std::vector<std::int64_t>{330, 128}));
    BOOST_TEST(specs[14].name == "decoder_model.dcgru.layers.1._gconv_weights");
    BOOST_TEST(specs[14].shape == (std::vector<std::int64_t>{640, 64}));
    BOOST_TEST(specs[17].name == "decoder_model.projection_layer.bias");
}

BOOST_AUTO_TEST_CASE(initial_parameters_follow_the_seed_alone) {
    const NetworkSizes sizes;
    at::manual_seed(1);
    const at::Tensor first = initial_parameters(sizes, 5);
    at::manual_seed(2);
    BOOST_TEST(at::equal(first, initial_parameters(sizes, 5)));
    BOOST_TEST(!at::equal(first, initial_parameters(sizes, 6)));
}

BOOST_AUTO_TEST_CASE(initial_parameters_have_the_published_distributions) {
    const NetworkSizes sizes;
    const at::Tensor parameters = initial_parameters(sizes, 5);
    for (const ParameterSpec& spec : parameter_specs(sizes)) {
        const at::Tensor values = parameters.narrow(0, spec.offset, spec.numel);
        const double mean = values.mean().item<double>();
        const double largest = values.abs().max().item<double>();
        BOOST_TEST_CONTEXT(spec.name) {
            if (spec.name.find("projection") != std::string::npos) {
                BOOST_TEST(largest <= 0.125);  // 1 / sqrt(64 units)
                BOOST_TEST(largest > 0);
            } else if (spec.shape.size() == 1) {
                const double expected = spec.name.find("_ru_") != std::string::npos ? 1 : 0;
                BOOST_TEST(at::equal(values, at::full_like(values, expected)));
            } else {
                const double deviation =
                    std::sqrt(2.0 / static_cast<double>(spec.shape[0] + spec.shape[1]));
                const double root = std::sqrt(static_cast<double>(spec.numel));
                BOOST_TEST(std::abs(mean) < 4 * deviation / root);
                BOOST_TEST(std::abs(values.std().item<double>() / deviation - 1) < 4 / root);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_batch_equals_its_windows_alone) {
    SmallNetwork small;
    for (const SupportStorage storage : {SupportStorage::dense, SupportStorage::sparse}) {
        small.storage = storage;
        const at::Tensor parameters = small.parameters();
        const at::Tensor inputs = small.inputs(5), targets = small.targets(5);
        const at::Tensor whole = small.build(parameters).forward(inputs, {});
        const at::Tensor whole_gradient = gradient(small, parameters, inputs, targets);
        at::Tensor sum = at::zeros_like(whole_gradient);
        for (std::int64_t i = 0; i < 5; ++i) {
            const at::Tensor window = inputs.narrow(0, i, 1);
            check_close(small.build(parameters).forward(window, {}), whole.narrow(0, i, 1), 1e-12,
                        "forecast of one window");
            sum += gradient(small, parameters, window, targets.narrow(0, i, 1));
        }
        check_close(sum, whole_gradient, 1e-12, "sum of gradients");
    }
}

BOOST_AUTO_TEST_CASE(no_windows_give_no_forecast_and_no_gradient) {
    SmallNetwork small;
    for (const SupportStorage storage : {SupportStorage::dense, SupportStorage::sparse}) {
        small.storage = storage;
        const at::Tensor parameters = small.parameters();
        const at::Tensor inputs = small.inputs(0), targets = small.targets(0);
        const at::Tensor forecast = small.build(parameters).forward(inputs, {targets, {1, 0, 1}});
        const std::vector<std::int64_t> shape{0, 3, support::kSmallSensors, 1};
        BOOST_TEST(forecast.sizes().vec() == shape);
        const at::Tensor zeros = at::zeros_like(parameters);
        BOOST_TEST(at::equal(gradient(small, parameters, inputs, targets), zeros));
    }
}

BOOST_AUTO_TEST_CASE(coins_choose_between_teacher_and_own_forecast_step_by_step) {
    SmallNetwork small;
    const at::Tensor parameters = small.parameters(), inputs = small.inputs(2);
    const Dcrnn network = small.build(parameters);
    const at::Tensor own = network.forward(inputs, {});
    // a teacher that says what the network says changes nothing
    check_close(network.forward(inputs, {own.detach(), {1, 1, 1}}), own, 1e-15, "own teacher");

    const at::Tensor teacher = small.targets(2);
    const auto step = [](const at::Tensor& forecast, std::int64_t t) {
        return forecast.select(1, t);
    };
    BOOST_TEST(at::equal(network.forward(inputs, {teacher, {0, 0, 0}}), own));
    BOOST_TEST(at::equal(network.forward(inputs, {teacher, {0, 0, 1}}), own));  // nothing after it
    const at::Tensor late = network.forward(inputs, {teacher, {0, 1, 0}});
    BOOST_TEST(at::equal(step(late, 1), step(own, 1)));
    BOOST_TEST(!at::allclose(step(late, 2), step(own, 2)));
    // taught after step 0 with a teacher that is right there but not after step 1
    at::Tensor mixed = teacher.clone();
    mixed.select(1, 0).copy_(step(own.detach(), 0));
    check_close(network.forward(inputs, {mixed, {1, 0, 0}}), own, 1e-15, "right at step 0");
    check_close(step(network.forward(inputs, {mixed, {1, 1, 0}}), 2), step(late, 2), 1e-15,
                "taught at step 1");
}

BOOST_AUTO_TEST_CASE(float32_is_close_to_float64) {
    SmallNetwork small;
    for (const SupportStorage storage : {SupportStorage::dense, SupportStorage::sparse}) {
        small.storage = storage;
        small.type = small.copies = at::kDouble;
        const at::Tensor parameters = small.parameters();
        const at::Tensor inputs = small.inputs(3), targets = small.targets(3);
        const at::Tensor forecast = small.build(parameters).forward(inputs, {});
        const at::Tensor expected = gradient(small, parameters, inputs, targets);
        small.type = small.copies = at::kFloat;
        const at::Tensor single = small.parameters();
        const at::Tensor rough = small.build(single).forward(inputs.to(at::kFloat), {});
        BOOST_TEST((rough.scalar_type() == at::kFloat));
        check_close(rough, forecast, 1e-5, "forecast");
        check_close(gradient(small, single, inputs.to(at::kFloat), targets.to(at::kFloat)),
                    expected, 1e-5, "gradient");
    }
}

BOOST_AUTO_TEST_CASE(a_sensor_without_roads_depends_on_itself_alone) {
    SmallNetwork small;
    const at::Tensor parameters = small.parameters(), inputs = small.inputs(1);
    const at::Tensor forecast = small.build(parameters).forward(inputs, {});
    BOOST_TEST(at::isfinite(forecast).all().item<bool>());
    at::Tensor others_changed = inputs.clone();
    others_changed.narrow(2, 0, support::kSmallSensors - 1).add_(1);
    const at::Tensor changed = small.build(parameters).forward(others_changed, {});
    const auto isolated = [](const at::Tensor& of) {
        return of.select(2, support::kSmallSensors - 1);
    };
    BOOST_TEST(at::equal(isolated(changed), isolated(forecast)));
    BOOST_TEST(!at::allclose(changed, forecast));
}

BOOST_AUTO_TEST_CASE(an_altered_parameter_alters_the_network) {
    const SmallNetwork small;
    at::Tensor parameters = small.parameters();
    const Dcrnn network = small.build(parameters);
    const at::Tensor before = network.forward(small.inputs(1), {});
    parameters[-1] += 0.25;  // the bias of the projection
    const at::Tensor after = network.forward(small.inputs(1), {});
    check_close(after.select(1, 0), before.select(1, 0) + 0.25, 1e-14, "first step");
}

}  // namespace
}  // namespace dcrnn
