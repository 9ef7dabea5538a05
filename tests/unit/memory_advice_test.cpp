#include "dcrnn/train/memory_advice.hpp"

#include "dcrnn/mpi/together.hpp"
#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <new>
#include <stdexcept>

namespace dcrnn {
namespace {

BOOST_AUTO_TEST_CASE(memory_that_runs_out_at_work_names_a_batch_size) {
    support::expect_error(ErrorKind::memory, {"a batch of 65 windows", "--batch-size 32 or less"},
                          [] { with_memory_advice(65, [] { throw std::bad_alloc(); }); });
    support::expect_error(
        ErrorKind::memory, {"a batch of 8 windows", "--batch-size 4 or less"}, [] {
            with_memory_advice(8, [] { torch::empty({std::int64_t{1} << 55}, torch::kUInt8); });
        });
    support::expect_error(ErrorKind::memory, {"not even one window fits"},
                          [] { with_memory_advice(1, [] { throw std::bad_alloc(); }); });
}

BOOST_AUTO_TEST_CASE(every_other_failure_passes_as_it_is) {
    bool done = false;
    with_memory_advice(8, [&] { done = true; });
    BOOST_TEST(done);
    BOOST_CHECK_THROW(with_memory_advice(8, [] { throw std::out_of_range("index 7"); }),
                      std::out_of_range);
    // All ranks throw an agreed error, so none of them may end alone on it.
    const Error refusal(ErrorKind::memory, "the readings do not fit", "", "");
    BOOST_CHECK_THROW(with_memory_advice(8, [&] { throw AgreedError(refusal); }), AgreedError);
}

}  // namespace
}  // namespace dcrnn
