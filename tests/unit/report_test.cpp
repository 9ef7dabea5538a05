// Tables and files of figures, and the estimate of memory.

#include "dcrnn/train/report.hpp"

#include "dcrnn/train/memory_estimate.hpp"
#include "dcrnn/train/system_memory.hpp"
#include "support/expect_error.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace dcrnn;

namespace {

// |e|, e^2, |e/y|, count, relative count of 12 horizons: MAE h, RMSE 2h, MAPE h percent at horizon
// h; 12 without targets.
ModelErrors model(const std::string& name) {
    Evaluation evaluation{ErrorSums(12), ErrorSums(2)};
    for (std::int64_t h = 1; h <= 11; ++h) {
        const auto x = static_cast<double>(h);
        evaluation.by_horizon.sums[h - 1] =
            at::tensor({10 * x, 40 * x * x, 0.05 * x, 10.0, 5.0}, at::kDouble);
    }
    evaluation.by_sensor.sums[0] = at::tensor({3.0, 9.0, 0.5, 2.0, 1.0}, at::kDouble);
    return {name, evaluation};
}

ReportFrame frame(std::int64_t step_seconds) { return {"test", step_seconds, 100, {}, "0"}; }

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_table_shows_15_30_and_60_minutes_where_they_exist) {
    const auto text = format_table({model("dcrnn"), model("last_value")}, frame(300));
    BOOST_TEST(has(text, "15 min (step 3)"));
    BOOST_TEST(has(text, "30 min (step 6)"));
    BOOST_TEST(has(text, "1 h (step 12)"));
    BOOST_TEST(has(text, "3.0000    6.0000     3.000"));
    BOOST_TEST(has(text, "n/a"));  // step 12 has no valid target
    BOOST_TEST(has(text, "all 12 steps"));
    BOOST_TEST(
        has(text, "6.0000   13.5647     6.000"));  // pooled: root of 4 * mean of h^2 = root of 184
    const auto hourly = format_table({model("dcrnn")}, frame(3600));
    BOOST_TEST(has(hourly, "(step 3)"));
    BOOST_TEST(has(hourly, "(step 6)"));
    BOOST_TEST(has(hourly, "(step 12)"));
    auto chosen = frame(300);
    chosen.horizons = {2};
    BOOST_TEST(has(format_table({model("dcrnn")}, chosen), "10 min (step 2)"));
    BOOST_TEST(!has(format_table({model("dcrnn")}, chosen), "(step 3)"));
}

BOOST_AUTO_TEST_CASE(the_files_have_every_horizon_and_sensor) {
    const auto metrics = metrics_csv({model("dcrnn")}, frame(300));
    BOOST_TEST(metrics.rfind("model,split,horizon,minutes,mae,rmse,mape,count,mape_count\n"
                             "dcrnn,test,1,5,1.000000,2.000000,1.000000,10,5\n",
                             0) == 0u);
    BOOST_TEST(has(metrics, "\ndcrnn,test,12,60,nan,nan,nan,0,0\n"));
    BOOST_TEST(has(metrics, "\ndcrnn,test,0,0,6.000000,13.564660,6.000000,110,55\n"));
    const auto sensors = sensors_csv({model("dcrnn")}, frame(300), {"a", "b"});
    BOOST_TEST(has(sensors, "dcrnn,test,a,1.500000,2.121320,50.000000,2,1\ndcrnn,test,b,nan,"));
}

BOOST_AUTO_TEST_CASE(a_batch_that_cannot_fit_is_refused_with_one_that_does) {
    RunSizes sizes;
    sizes.sensors = 207;
    sizes.nonzeros = 1722;
    sizes.batch_size = 100000000;
    const auto comm = Communicator::alone();
    std::int64_t suggested = 0;
    try {
        check_memory(comm, sizes);
        BOOST_ERROR("nothing was thrown");
    } catch (const Error& error) {
        const std::string text = error.what();
        BOOST_TEST(error.exit_code() == 5);
        BOOST_TEST_REQUIRE(has(text, "batch of 100000000 windows does not fit"));
        suggested = std::stoll(text.substr(text.find("give --batch-size ") + 18));
    }
    BOOST_TEST_REQUIRE(suggested >= 1);
    sizes.batch_size = suggested / 2;  // memory of a shared machine moves between two looks
    BOOST_CHECK_NO_THROW(check_memory(comm, sizes));
    sizes.batch_size = 3 * suggested;
    BOOST_CHECK_THROW(check_memory(comm, sizes), Error);
}

BOOST_AUTO_TEST_CASE(a_need_beyond_64_bits_is_refused_too) {
    RunSizes sizes;
    sizes.sensors = 2'000'000'000;
    sizes.batch_size = sizes.seq_len = sizes.network.rnn_units = 1'000'000;
    sizes.network.num_rnn_layers = 100;
    sizes.network.matrices = 201;
    sizes.storage = SupportStorage::dense;
    const auto need = estimate_memory(sizes, 1);
    for (const auto part : {need.supports, need.activations, need.optimizer})
        BOOST_TEST(part > 100'000'000'000'000'000);
    BOOST_TEST(need.total() > need.supports);
    BOOST_CHECK_THROW(check_memory(Communicator::alone(), sizes), Error);
}

BOOST_AUTO_TEST_CASE(the_system_tells_plausible_figures) {
    BOOST_TEST(available_memory() > 100000000);
    BOOST_TEST(address_space_room() > 100000000);
    BOOST_TEST(resident_memory() > 10000000);
    BOOST_TEST(peak_memory() >= resident_memory());
}
