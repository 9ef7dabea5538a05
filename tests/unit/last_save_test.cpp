// A run whose last checkpoints cannot be saved never ends as if all were well.

#include "dcrnn/train/interruption.hpp"
#include "dcrnn/train/trainer.hpp"
#include "support/expect_error.hpp"
#include "support/small_run.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <filesystem>
#include <fstream>

using namespace dcrnn;

namespace {

// In a run directory that takes everything but checkpoints.
struct Run : support::SmallRun {
    Run() {
        std::filesystem::create_directory(folder.file("run"));
        std::ofstream(folder.file("run") + "/checkpoints") << "in the way of the folder";
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_test_whose_checkpoint_fails_is_an_error) {
    const Run run;
    TimeSeriesTrainer trainer(Communicator::alone(), run.options);
    BOOST_TEST((trainer.fit() == FitOutcome::finished));  // one failure, a warning
    support::expect_error(ErrorKind::other, {"last checkpoint could not be saved"},
                          [&] { trainer.test(); });
}

// The last case: a signal once seen stays seen.
BOOST_AUTO_TEST_CASE(a_signal_in_the_test_is_not_answered_with_saved_when_it_is_not) {
    const Run run;
    TimeSeriesTrainer trainer(Communicator::alone(), run.options);
    trainer.fit();
    watch_signals();
    std::raise(SIGUSR1);
    support::expect_error(ErrorKind::other, {"last checkpoint could not be saved"},
                          [&] { trainer.test(); });
    std::filesystem::remove(run.folder.file("run") + "/checkpoints");
    support::expect_error(ErrorKind::interrupted, {"all checkpoints are saved"},
                          [&] { trainer.test(); });
    BOOST_TEST(std::filesystem::exists(run.folder.file("run") + "/checkpoints/best.h5"));
}
