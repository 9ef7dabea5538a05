// The Gaussian kernel against the published code and on the public road networks. The figures were
// computed with NumPy from the same files and agree with the published matrices to 1e-7.
#include "dcrnn/graph/adjacency.hpp"
#include "support/close.hpp"
#include "support/oracle_file.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <torch/types.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::check_close;
namespace tools = boost::test_tools;

std::string shared(const std::string& name) {
    const char* folder = std::getenv("DCRNN_SHARED");
    return (folder == nullptr ? std::string("missing") : std::string(folder)) + "/data/" + name;
}

// Skips a test where the public data sets are not at hand.
tools::assertion_result has_shared(boost::unit_test::test_unit_id) {
    tools::assertion_result result(std::filesystem::exists(shared("metr-la-week")));
    result.message() << "needs the public data sets in the folder DCRNN_SHARED";
    return result;
}

// The first field of every line, or all fields of the one line.
std::vector<std::string> read_ids(const std::string& name, char end) {
    std::ifstream file(shared(name));
    std::vector<std::string> ids;
    for (std::string part; std::getline(file, part, end);) {
        ids.push_back(part.substr(0, part.find_first_of(",\r\n")));
    }
    return ids;
}

Adjacency read(const std::string& name, double sigma, const std::vector<std::string>& ids) {
    GraphOptions options;
    options.graph = shared(name);
    options.graph_sigma = sigma;
    return read_graph(options, ids);
}

double at(const torch::Tensor& weights, std::int64_t from, std::int64_t to) {
    return weights[from][to].item<double>();
}

bool says(const Adjacency& adjacency, const std::string& words) {
    return adjacency.origin.find(words) != std::string::npos;
}

BOOST_AUTO_TEST_CASE(kernel_equals_the_published_one) {
    const Hdf5File file = Hdf5File::open(support::oracle_path());
    const auto distances = support::read_tensor(file, "gaussian_kernel/distances");
    support::TemporaryFolder folder;
    GraphOptions options;
    options.graph = folder.file("distances.csv");
    options.graph_threshold = file.read_number_attribute("gaussian_kernel", "threshold");
    std::vector<std::string> ids;
    std::ofstream list(options.graph);
    for (std::int64_t i = 0; i < distances.size(0); ++i) {
        ids.push_back(fmt::format("sensor {}", i));
        for (std::int64_t j = 0; j < distances.size(1); ++j) {
            const double distance = at(distances, i, j);
            if (std::isfinite(distance))
                list << fmt::format("sensor {},sensor {},{}\n", i, j, distance);
        }
    }
    list.close();
    const auto expected = support::read_tensor(file, "gaussian_kernel/adjacency");
    check_close(read_graph(options, ids).weights, expected, 1e-10, "computed sigma");
    options.graph_sigma = file.read_number_attribute("gaussian_kernel", "std_of_finite_distances");
    check_close(read_graph(options, ids).weights, expected, 1e-10, "given sigma");
}

BOOST_AUTO_TEST_CASE(metr_la, *boost::unit_test::precondition(has_shared)) {
    const auto ids = read_ids("metr-la-week/graph_sensor_ids.txt", ',');
    BOOST_TEST_REQUIRE(ids.size() == 207);
    const auto adjacency = read("metr-la-week/distances_la_207_recovered.csv", 2584.4502, ids);
    BOOST_TEST(adjacency.nonzeros() == 1722);
    BOOST_TEST(adjacency.isolated == 1);
    BOOST_TEST(at(adjacency.weights, 1, 2) == 0.3909554, tools::tolerance(1e-6));
    BOOST_TEST(at(adjacency.weights, 2, 1) == 0.7174379, tools::tolerance(1e-6));
    BOOST_TEST(adjacency.weights.sum().item<double>() == 814.58174, tools::tolerance(1e-7));
    // los_adj.csv is the larger of both directions.
    const auto symmetric = read("metr-la-week/los_adj.csv", 0, ids);
    BOOST_TEST(says(symmetric, "matrix"), symmetric.origin);
    BOOST_TEST(symmetric.nonzeros() == 2833);
    const auto larger = torch::maximum(adjacency.weights, adjacency.weights.t());
    BOOST_TEST((larger - symmetric.weights).abs().max().item<double>() < 1e-6);
    // The far pairs are not in the recovered list, so its own deviation is another one.
    const auto narrow = read("metr-la-week/distances_la_207_recovered.csv", 0, ids);
    BOOST_TEST(says(narrow, "sigma 1243.79 (computed)"), narrow.origin);
    BOOST_TEST(narrow.nonzeros() == 586);
}

BOOST_AUTO_TEST_CASE(metr_la_10, *boost::unit_test::precondition(has_shared)) {
    auto ids = read_ids("metr-la-week/graph_sensor_ids.txt", ',');
    const auto all = read("metr-la-week/distances_la_207_recovered.csv", 2584.4502, ids).weights;
    ids.resize(10);
    const auto ten = read("metr-la-10/adjacency_la_10.csv", 0, ids).weights;
    BOOST_TEST((all.slice(0, 0, 10).slice(1, 0, 10) - ten).abs().max().item<double>() < 1e-6);
}

BOOST_AUTO_TEST_CASE(pems_bay, *boost::unit_test::precondition(has_shared)) {
    const std::string list = "pems-bay-graph/distances_bay_2017.csv";
    const auto ids = read_ids("pems-bay-graph/graph_sensor_locations_bay.csv", '\n');
    BOOST_TEST_REQUIRE(ids.size() == 325);
    const auto adjacency = read(list, 0, ids);
    BOOST_TEST(says(adjacency, "8358 pairs of the 325 sensors, sigma 3620.3 (computed)"),
               adjacency.origin);
    BOOST_TEST(adjacency.nonzeros() == 2694);
    BOOST_TEST(adjacency.weights.sum().item<double>() == 1654.746980, tools::tolerance(1e-8));
    const auto road = read(list, 0, read_ids("pems-bay-ca85/device_ids_85.txt", ','));
    BOOST_TEST(says(road, "32 pairs of the 14 sensors, sigma 4519.93 (computed)"), road.origin);
    BOOST_TEST(road.nonzeros() == 22);
    BOOST_TEST(road.weights.sum().item<double>() == 18.739711255, tools::tolerance(1e-8));
}

BOOST_AUTO_TEST_CASE(lists_of_other_roads, *boost::unit_test::precondition(has_shared)) {
    const auto ids = read_ids("pems-distances/PEMS03.txt", '\n');
    BOOST_TEST_REQUIRE(ids.size() == 358);
    const auto adjacency = read("pems-distances/PEMS03.csv", 0, ids);
    BOOST_TEST(says(adjacency, "547 pairs of the 358 sensors"), adjacency.origin);
    BOOST_TEST(adjacency.isolated < 358);
}

}  // namespace
}  // namespace dcrnn
