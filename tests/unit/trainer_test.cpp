// What a run says and shows.

#include "dcrnn/train/trainer.hpp"

#include "support/small_run.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace dcrnn;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_time_left_counts_parts_of_a_second) {
    support::SmallRun run;
    run.options.max_epochs = 1'000'000;  // of some milliseconds: hours
    run.options.settings.train.max_steps = 1;
    run.options.settings.train.batch_size = 100;  // an epoch is one step
    TimeSeriesTrainer(Communicator::alone(), run.options).fit();
    run.options.settings.train.max_steps = 2;
    TimeSeriesTrainer(Communicator::alone(), run.options).fit();
    BOOST_TEST(has(run.log, "epoch 1/1000000 "));
    BOOST_TEST(!has(run.log, "left 0 min"));
}

BOOST_AUTO_TEST_CASE(a_finished_run_shows_its_table_again_or_that_of_other_horizons) {
    support::SmallRun run;
    const auto table = [&] {
        TimeSeriesTrainer trainer(Communicator::alone(), run.options);
        trainer.fit();
        return trainer.test();
    };
    run.options.settings.run.report_horizons = {1};
    const auto first = table();
    BOOST_TEST(has(first, "(step 1)"));
    BOOST_TEST(!has(first, "(step 2)"));
    BOOST_TEST(table() == first);
    BOOST_TEST(has(run.log, "its table again"));
    run.options.settings.run.report_horizons = {2};
    const auto second = table();
    BOOST_TEST(has(second, "(step 2)"));
    BOOST_TEST(!has(second, "(step 1)"));
    BOOST_TEST(first.substr(first.find("all 2 steps")) ==
               second.substr(second.find("all 2 steps")));  // of the same weights
}
