// The header of a run: true figures, made without much memory.

#include "dcrnn/train/run_setup.hpp"

#include "dcrnn/train/system_memory.hpp"
#include "support/small_city.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

using namespace dcrnn;

namespace {

RunSetup setup_of(const Series& series) {
    RunSetup setup;
    setup.traffic.series = series;
    setup.identity = small_city::identity(small_city::series(60));
    setup.graph.weights = small_city::ring();
    setup.hosts = "node1 (2)";
    return setup;
}

std::string text_of(const RunSetup& setup) {
    std::string text;
    for (const auto& line : describe_run(setup)) text += line + "\n";
    return text;
}

}  // namespace

// 20,000 rows of 400 sensors, 64 MB: the marks of all readings at once would take as much again.
BOOST_AUTO_TEST_CASE(missing_readings_are_counted_some_rows_at_a_time) {
    auto series = small_city::series(20'000);
    series.values = at::ones({20'000, 400, 1}, torch::kFloat64);
    series.sensor_ids.resize(400);
    series.values.narrow(0, 5'000, 1'000).zero_();
    auto setup = setup_of(series);
    for (std::int64_t i = 0; i < 10'000 - 4 - 3 + 1; ++i) setup.windows.train.push_back(i);
    const auto before = resident_memory();
    BOOST_TEST(text_of(setup).find("missing readings 10.00 %, 0.00 %, 0.00 %") !=
               std::string::npos);
    BOOST_TEST(peak_memory() - before < 25'000'000);
}

BOOST_AUTO_TEST_CASE(the_header_names_hosts_and_versions) {
    auto setup = setup_of(small_city::series(60));
    setup.identity.ranks = 2;
    setup.identity.program = "dcrnn_mpi 1.0, LibTorch 1.13";
    const auto text = text_of(setup);
    BOOST_TEST(text.find("2 rank(s) on node1 (2), 1 thread(s) per rank, device cpu\n") !=
               std::string::npos);
    BOOST_TEST(text.rfind("dcrnn_mpi 1.0, LibTorch 1.13, HDF5 1.", 0) == 0u);
}
