// The Gaussian kernel against the published code and on the public road networks. The figures were
// computed with NumPy from the same files and agree with the published matrices to 1e-7.
#include "dcrnn/graph/adjacency.hpp"
#include "support/bytes.hpp"
#include "support/close.hpp"
#include "support/expect_error.hpp"
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

std::vector<std::string> count_to(int end) {
    std::vector<std::string> ids;
    for (int i = 0; i < end; ++i) ids.push_back(std::to_string(i));
    return ids;
}

bool notes(const Adjacency& adjacency, const std::string& words) {
    for (const auto& note : adjacency.notes)
        if (note.find(words) != std::string::npos) return true;
    return false;
}

BOOST_AUTO_TEST_CASE(lists_of_other_roads, *boost::unit_test::precondition(has_shared)) {
    const auto ids = read_ids("pems-distances/PEMS03.txt", '\n');
    BOOST_TEST_REQUIRE(ids.size() == 358);
    const auto adjacency = read("pems-distances/PEMS03.csv", 0, ids);
    BOOST_TEST(says(adjacency, "547 pairs of the 358 sensors"), adjacency.origin);
    BOOST_TEST(adjacency.isolated < 358);
    BOOST_TEST(adjacency.notes.empty());
    // The published readings have no ids; those of the list stand in the .txt beside it.
    const auto counted = read("pems-distances/PEMS03.csv", 0, count_to(358));
    BOOST_TEST(torch::equal(counted.weights, adjacency.weights));
    BOOST_TEST(notes(counted, "PEMS03.txt, in its order"));
    // Lists by places: for readings without ids, and with them.
    struct List {
        const char* name;
        int sensors, pairs;
    };
    for (const auto& [name, sensors, pairs] :
         {List{"PEMS04", 307, 340}, {"PEMS07", 883, 866}, {"PEMS08", 170, 277}}) {
        const std::string list = fmt::format("pems-distances/{}.csv", name);
        const auto graph = read(list, 0, count_to(sensors));
        BOOST_TEST(says(graph, fmt::format("{} pairs of the {} sensors", pairs, sensors)),
                   graph.origin);
        BOOST_TEST(notes(graph, "18 rows of the distance list repeat") == (pairs == 277));
        std::vector<std::string> named = count_to(sensors);
        for (auto& id : named) id = "4000" + id;
        const auto by_place = read(list, 0, named);
        BOOST_TEST(torch::equal(by_place.weights, graph.weights));
        BOOST_TEST(notes(by_place, fmt::format("are places, from 0 to {}", sensors - 1)));
    }
}

double largest_difference(const Adjacency& a, const Adjacency& b) {
    return (a.weights - b.weights).abs().max().item<double>();
}

// The matrices of the published code, against the lists that they were computed from.
BOOST_AUTO_TEST_CASE(published_pickles, *boost::unit_test::precondition(has_shared)) {
    const auto la = read_ids("metr-la-week/graph_sensor_ids.txt", ',');
    const auto week = read("metr-la-week/adj_mx.pkl", 0, la);
    BOOST_TEST(week.nonzeros() == 1722);
    BOOST_TEST(week.isolated == 1);
    BOOST_TEST(week.notes.empty());
    BOOST_TEST(largest_difference(week, read("metr-la-week/distances_la_207_recovered.csv",
                                             2584.4502, la)) < 1e-6);

    const std::vector<std::string> ten(la.begin(), la.begin() + 10);
    const auto few = read("metr-la-10/adj_mx.pkl", 0, ten);
    BOOST_TEST(largest_difference(few, read("metr-la-10/adjacency_la_10.csv", 0, ten)) < 1e-7);
    std::vector<std::string> turned(ten.rbegin(), ten.rend());
    const auto other = read("metr-la-10/adj_mx.pkl", 0, turned);
    BOOST_TEST(torch::equal(other.weights, few.weights.flip({0, 1})));
    BOOST_TEST(notes(other, "another order"));
    support::expect_error(ErrorKind::data, {"207 there, 10 here", "not in the readings: 765604"},
                          [&] { read("metr-la-week/adj_mx.pkl", 0, ten); });

    const std::string list = "pems-bay-graph/distances_bay_2017.csv";
    const auto bay = read_ids("pems-bay-graph/graph_sensor_locations_bay.csv", '\n');
    BOOST_TEST(largest_difference(read("pems-bay-graph/adj_mx_bay.pkl", 0, bay),
                                  read(list, 0, bay)) < 1.3e-7);
    const auto road = read_ids("pems-bay-ca85/device_ids_85.txt", ',');  // integers in the pickle
    const auto ca85 = read("pems-bay-ca85/adj_mx_85.pkl", 0, road);
    BOOST_TEST(ca85.notes.empty());
    BOOST_TEST(largest_difference(ca85, read(list, 0, road)) < 1.3e-7);
}

// Cut at twenty places: an error, or a graph with a word of doubt, unless it is cut between two
// lines.
BOOST_AUTO_TEST_CASE(truncated_files, *boost::unit_test::precondition(has_shared)) {
    const support::TemporaryFolder folder;
    for (const std::string name :
         {"metr-la-week/adj_mx.pkl", "metr-la-week/los_adj.csv",
          "metr-la-week/graph_sensor_locations.csv", "metr-la-10/adj_mx.pkl",
          "metr-la-10/adjacency_la_10.csv", "pems-bay-graph/adj_mx_bay.pkl",
          "pems-bay-graph/distances_bay_2017.csv", "pems-bay-ca85/adj_mx_85.pkl",
          "pems-distances/PEMS03.csv", "pems-distances/PEMS08.csv", "metr-la-10/test.npz"}) {
        const std::string bytes = support::read_bytes(shared(name));
        GraphOptions options;
        options.graph = folder.file(std::filesystem::path(name).filename());
        const std::vector<std::string> ids =
            name.find("metr-la-10") == 0 ? count_to(10) : count_to(170);
        if (name.find("location") != std::string::npos) options.max_distance = 5000;
        for (std::size_t i = 1; i <= 20; ++i) {
            const std::string part = bytes.substr(0, bytes.size() * i / 21);
            support::write_bytes(options.graph, part);
            try {
                const auto graph = read_graph(options, ids);
                const bool whole_line = part.back() == '\n' || part.back() == '\r';
                BOOST_TEST((whole_line || notes(graph, "may be cut short")),
                           name << " cut after " << part.size() << ": " << graph.origin);
            } catch (const Error&) {
            }
        }
    }
}

// Of the 207 sensors, all pairs within 5 km on the globe; roads are never shorter.
BOOST_AUTO_TEST_CASE(locations_of_metr_la, *boost::unit_test::precondition(has_shared)) {
    const auto ids = read_ids("metr-la-week/graph_sensor_ids.txt", ',');
    GraphOptions options;
    options.graph = shared("metr-la-week/graph_sensor_locations.csv");
    options.max_distance = 5000;
    options.graph_sigma = 2584.4502;
    const auto near = read_graph(options, ids);
    BOOST_TEST(says(near, "pairs of the 207 sensors within 5000 metres"), near.origin);
    const auto roads = read("metr-la-week/distances_la_207_recovered.csv", 2584.4502, ids);
    BOOST_TEST((near.weights - roads.weights).min().item<double>() > -0.05);
    options.graph = shared("pems-bay-graph/graph_sensor_locations_bay.csv");
    const auto bay = read_graph(options, read_ids("pems-bay-ca85/device_ids_85.txt", ','));
    BOOST_TEST(says(bay, "of the 14 sensors"), bay.origin);
}

}  // namespace
}  // namespace dcrnn
