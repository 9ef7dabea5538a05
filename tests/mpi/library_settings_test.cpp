// What the MPI library says of itself.

#include "dcrnn/mpi/library_settings.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>

namespace dcrnn {
namespace {

BOOST_AUTO_TEST_CASE(a_variable_is_read_as_text) {
    // tests/support starts MPI for calls of one thread, and cmake/mpi_tests.cmake lets ranks yield
    BOOST_TEST(thread_level() == "funneled");
    const auto yields = control_variable("mpi_yield_when_idle");
    BOOST_TEST(yields.value_or("1") == "1");
    BOOST_TEST(!control_variable("no_such_variable").has_value());
}

BOOST_AUTO_TEST_CASE(shared_memory_has_a_folder) {
    BOOST_TEST(std::filesystem::is_directory(shared_memory_folder()));
}

}  // namespace
}  // namespace dcrnn
