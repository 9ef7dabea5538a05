#include "dcrnn/mpi/launcher.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/session.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <map>
#include <string>

namespace dcrnn {
namespace {

using Variables = std::map<std::string, std::string>;

// Only the given ones of all variables that count.
Launch launch_with(const Variables& variables) {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
                             "PMIX_RANK", "SLURM_STEP_ID", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"})
        unsetenv(name);
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    return launch_of_environment();
}

void check(const Launch& launch, int rank, int size, const std::string& variable) {
    BOOST_TEST(launch.rank == rank);
    BOOST_TEST(launch.size == size);
    BOOST_TEST(launch.variable == variable);
    BOOST_TEST(is_first_process() == (rank == 0));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(launcher)

BOOST_AUTO_TEST_CASE(without_a_launcher_there_is_one_process) { check(launch_with({}), 0, 1, ""); }

BOOST_AUTO_TEST_CASE(launchers_tell_rank_and_size) {
    check(launch_with({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "4"}}), 2, 4,
          "OMPI_COMM_WORLD_SIZE");
    check(launch_with({{"PMI_RANK", "1"}, {"PMI_SIZE", "3"}}), 1, 3, "PMI_SIZE");
    check(launch_with({{"PMIX_RANK", "5"}}), 5, 6, "PMIX_RANK");
    check(
        launch_with({{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "3"}, {"SLURM_STEP_NUM_TASKS", "8"}}),
        3, 8, "SLURM_STEP_NUM_TASKS");
}

BOOST_AUTO_TEST_CASE(open_mpi_is_believed_before_slurm) {
    check(launch_with({{"OMPI_COMM_WORLD_RANK", "0"},
                       {"OMPI_COMM_WORLD_SIZE", "1"},
                       {"SLURM_STEP_ID", "0"},
                       {"SLURM_PROCID", "1"},
                       {"SLURM_STEP_NUM_TASKS", "2"}}),
          0, 1, "OMPI_COMM_WORLD_SIZE");
}

BOOST_AUTO_TEST_CASE(a_batch_script_is_one_process) {
    const Variables job{{"SLURM_PROCID", "0"}, {"SLURM_STEP_NUM_TASKS", "8"}};
    check(launch_with(job), 0, 1, "");
    for (const char* step : {"batch", "interactive", "4294967291", "4294967290", ""}) {
        Variables with_step = job;
        with_step["SLURM_STEP_ID"] = step;
        check(launch_with(with_step), 0, 1, "");
    }
}

BOOST_AUTO_TEST_CASE(values_that_are_no_numbers_do_not_count) {
    check(launch_with({{"PMI_RANK", "0"}, {"PMI_SIZE", "many"}}), 0, 1, "");
    check(launch_with({{"PMI_RANK", "0"}, {"PMI_SIZE", "-3"}}), 0, 1, "");
}

BOOST_AUTO_TEST_CASE(processes_that_are_each_alone_are_refused) {
    const auto foreign = launch_with({{"PMI_RANK", "1"}, {"PMI_SIZE", "3"}});
    BOOST_CHECK_EXCEPTION(require_joined_ranks(foreign, 1), Error, [](const Error& error) {
        const std::string text = error.what();
        return error.kind() == ErrorKind::other &&
               text.find("each process is alone") != std::string::npos &&
               text.find("PMI_SIZE says 3") != std::string::npos &&
               text.find(mpi_library_version()) != std::string::npos &&
               text.find("srun --mpi=pmix") != std::string::npos;
    });
    require_joined_ranks(foreign, 3);
    require_joined_ranks(launch_with({}), 1);
    require_joined_ranks(launch_with({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}}), 1);
}

BOOST_AUTO_TEST_CASE(the_library_version_is_one_line) {
    const std::string version = mpi_library_version();
    BOOST_TEST(version.size() > 5);
    BOOST_TEST(version.find_first_of("\n,") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace dcrnn
