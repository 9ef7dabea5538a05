// The memory of freed tensors comes back for the next, and the estimate of a step's memory is what
// the step uses.

#include "dcrnn/model/tensor_memory.hpp"

#include "dcrnn/graph/supports.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/product/matrix_product.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

constexpr std::int64_t kMegabyte = 1 << 20;

at::Tensor megabytes(std::int64_t count) { return at::empty({count * kMegabyte}, at::kByte); }

struct Reuse {
    Reuse() {
        reuse_tensor_memory();
        release_tensor_memory();
    }
};

BOOST_FIXTURE_TEST_CASE(the_next_of_equal_size_gets_the_memory, Reuse) {
    const std::int64_t before = tensor_memory().in_use;
    std::optional<at::Tensor> first = megabytes(3);
    const void* where = first->data_ptr();
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(where) % 64 == 0);
    BOOST_TEST(tensor_memory().in_use == before + 3 * kMegabyte);
    first.reset();
    BOOST_TEST(tensor_memory().in_use == before);
    const at::Tensor same = megabytes(3), other = megabytes(3);
    BOOST_TEST(same.data_ptr() == where);
    BOOST_TEST(other.data_ptr() != where);
}

BOOST_FIXTURE_TEST_CASE(idle_memory_is_an_eighth_of_the_most_in_use_at_most, Reuse) {
    for (std::int64_t size = 1; size < 40; ++size) {
        { const at::Tensor tensor = megabytes(size); }
        const TensorMemory now = tensor_memory();
        BOOST_TEST(now.held <= now.most_in_use + now.most_in_use / 8);
    }
    BOOST_TEST(tensor_memory().held >= 39 * kMegabyte);
    release_tensor_memory();
    BOOST_TEST(tensor_memory().held == tensor_memory().in_use);
    BOOST_TEST(tensor_memory().most_in_use == tensor_memory().in_use);
}

BOOST_FIXTURE_TEST_CASE(small_tensors_stay_with_malloc, Reuse) {
    const std::int64_t before = tensor_memory().in_use;
    const at::Tensor small = at::empty({1000}, at::kByte);
    BOOST_TEST(tensor_memory().in_use == before);
}

BOOST_FIXTURE_TEST_CASE(what_the_system_cannot_give_is_an_error_of_libtorch, Reuse) {
    const TensorMemory before = tensor_memory();
    BOOST_CHECK_THROW(at::empty({std::int64_t{1} << 50}, at::kByte), c10::Error);
    BOOST_TEST(tensor_memory().in_use == before.in_use);
    BOOST_TEST(tensor_memory().most_in_use == before.most_in_use);
}

BOOST_FIXTURE_TEST_CASE(resized_and_copied_tensors_keep_their_values, Reuse) {
    at::Tensor tensor = at::arange(100000, at::kLong);
    const at::Tensor copy = tensor.clone();
    tensor.resize_({300000});
    BOOST_TEST(at::equal(tensor.narrow(0, 0, 100000), copy));
}

// The parts on several threads may happen not to meet.
struct OneThread : Reuse {
    OneThread() { at::set_num_threads(1); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;
    ~OneThread() { at::set_num_threads(threads); }
    int threads = at::get_num_threads();
};

struct Step {
    NetworkSizes sizes;
    std::int64_t steps = 2;  // of diffusion
    std::int64_t seq_len = 6, sensors = 60, batch = 16;
    SupportStorage storage = SupportStorage::sparse;
    at::ScalarType type = at::kFloat, copies = at::kFloat;
};

enum class Pass { training, evaluation };

// The most that one pass uses at once, beyond its parameters and its batch.
std::int64_t most_used(const Step& step, Pass pass) {
    at::manual_seed(1);
    const at::Tensor edges = at::rand({step.sensors, step.sensors}, at::kDouble) < 0.1;
    const Diffusion diffusion(
        make_supports(edges.to(at::kDouble), FilterType::dual_random_walk, SupportVariant::exact),
        step.steps, DiffusionForm::chebyshev, step.storage, step.copies, at::kCPU);
    const bool training = pass == Pass::training;
    at::Tensor parameters = initial_parameters(step.sizes, 1).to(step.type);
    const auto random = [&](std::int64_t times, std::int64_t width) {
        return at::rand({step.batch, times, step.sensors, width}, step.type);
    };
    const at::Tensor inputs = random(step.seq_len, step.sizes.input_width);
    const Dcrnn network(step.sizes, diffusion, parameters);
    release_tensor_memory();
    const std::int64_t before = tensor_memory().in_use;
    if (training) {
        at::Tensor gradient = at::zeros_like(parameters);
        network.add_gradient(
            inputs, {}, [](const at::Tensor& forecasts, std::int64_t) { return forecasts.sign(); },
            gradient);
    } else {
        network.forward(inputs, {});
    }
    return tensor_memory().most_in_use - before;
}

std::int64_t size_of(at::ScalarType type) {
    return static_cast<std::int64_t>(c10::elementSize(type));
}

void check_estimate(Step step, const std::string& what) {
    step.sizes.horizon = 5;
    step.sizes.matrices = 1 + 2 * step.steps;
    const ActivationBytes estimate =
        activation_bytes(step.sizes, step.seq_len, step.sensors, step.batch, at::kCPU,
                         {size_of(step.type), size_of(step.copies)});
    const auto ratio = [](std::int64_t estimated, std::int64_t measured) {
        return static_cast<double>(estimated) / static_cast<double>(measured);
    };
    const double training = ratio(estimate.training, most_used(step, Pass::training));
    const double evaluation = ratio(estimate.evaluation, most_used(step, Pass::evaluation));
    BOOST_TEST(training > 0.9, what << ": training " << training);
    BOOST_TEST(training < 1.15, what << ": training " << training);
    BOOST_TEST(evaluation > 0.9, what << ": evaluation " << evaluation);
    BOOST_TEST(evaluation < 1.15, what << ": evaluation " << evaluation);
}

BOOST_FIXTURE_TEST_CASE(the_estimate_is_what_a_step_uses, OneThread) {
    Step step;
    check_estimate(step, "sparse");
    step.storage = SupportStorage::dense;
    check_estimate(step, "dense");
    // Where the processor has nothing for bfloat16 the program refuses it, and what stands in for
    // its products here uses float32 copies of its own.
    step.copies = at::kBFloat16;
    if (bfloat16_support() != Bfloat16Support::none) check_estimate(step, "bfloat16");
    step.type = step.copies = at::kDouble;
    check_estimate(step, "float64");
    step.sizes.rnn_units = 32;
    step.sizes.num_rnn_layers = 1;
    step.steps = 3;
    check_estimate(step, "one layer, K = 3");
    step.sizes.num_rnn_layers = 3;
    step.steps = 1;
    check_estimate(step, "three layers, K = 1");
    step.steps = 0;
    check_estimate(step, "K = 0");
    step.steps = 2;
    step.sizes.use_gc_for_ru = false;
    check_estimate(step, "plain gates");
}

}  // namespace
}  // namespace dcrnn
