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
