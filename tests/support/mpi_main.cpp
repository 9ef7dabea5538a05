// The main of the tests under mpiexec. Every rank runs the same cases in step. Rank 0 reports; the
// others keep their log to themselves until they fail. The exit code is the largest of all ranks,
// and a run of no case at all fails.

#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/mpi/session.hpp"

#include <boost/cstdlib.hpp>
#include <boost/test/results_collector.hpp>
#include <boost/test/results_reporter.hpp>
#include <boost/test/tree/observer.hpp>
#include <boost/test/unit_test.hpp>
#include <boost/test/unit_test_log.hpp>
#include <fmt/format.h>

#include <iostream>
#include <sstream>

namespace {

namespace ut = boost::unit_test;

// Keeps what ranks other than 0 say, until it is asked for.
class RankLog : public ut::test_observer {
public:
    explicit RankLog(int rank) : rank_(rank) {}

    // unit_test_main has chosen its own streams by now.
    void test_start(ut::counter_t, ut::test_unit_id) override {
        if (rank_ == 0) return;
        ut::unit_test_log.set_stream(text_);
        ut::results_reporter::set_stream(text_);
    }

    int priority() override { return 0; }  // before the log, whose priority is 2

    void show() {
        if (rank_ != 0) std::cerr << fmt::format("rank {}:\n{}", rank_, text_.str()) << std::flush;
        text_.str("");
    }

private:
    int rank_;
    std::ostringstream text_;
};

// Starts the cases in step and ends the job when a case breaks off on this rank: the others may
// wait for it in a collective of that case.
class InStep : public ut::test_observer {
public:
    InStep(const dcrnn::Communicator& world, RankLog& log) : world_(world), log_(log) {}

    int cases() const { return cases_; }

    void test_unit_start(const ut::test_unit& unit) override {
        if (unit.p_type != ut::TUT_CASE) return;
        ++cases_;
        world_.barrier();
    }

    void test_unit_finish(const ut::test_unit& unit, unsigned long) override {
        if (unit.p_type != ut::TUT_CASE || world_.size() == 1) return;
        if (!ut::results_collector.results(unit.p_id).p_aborted) return;
        log_.show();
        dcrnn::abort_all(boost::exit_test_failure);
    }

    int priority() override { return 100; }  // after the log and the collector of results

private:
    const dcrnn::Communicator& world_;
    RankLog& log_;
    int cases_ = 0;
};

bool no_suites_to_add() { return true; }

}  // namespace

int main(int argc, char** argv) {
    const dcrnn::MpiSession session(argc, argv);
    const auto world = dcrnn::Communicator::world();
    RankLog log(world.rank());
    InStep in_step(world, log);
    ut::framework::register_observer(log);
    ut::framework::register_observer(in_step);
    int code = ut::unit_test_main(&no_suites_to_add, argc, argv);
    if (code == boost::exit_success && in_step.cases() == 0) {
        std::cerr << "no test case ran\n";
        code = boost::exit_test_failure;
    }
    if (code != boost::exit_success) log.show();
    return static_cast<int>(world.max(code));
}
