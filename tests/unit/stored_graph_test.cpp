// Graphs as NumPy and SciPy store them (tests/data/make_graphs.py), sensor locations, and the
// figures of a graph.
#include "dcrnn/error.hpp"
#include "dcrnn/files/zip_archive.hpp"
#include "dcrnn/graph/adjacency.hpp"
#include "dcrnn/graph/graph_description.hpp"
#include "support/bytes.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <cmath>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

const std::vector<std::string> kFour{"a", "b", "c", "d"};
const torch::Tensor kMatrix =
    torch::tensor({1.0, 0.5, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.25, 0.0, 1.0, 7.0, 0.0, 0.0, 0.0, 1.0},
                  torch::kFloat64)
        .view({4, 4});

Adjacency read(const std::string& path, const std::vector<std::string>& ids,
               double max_distance = 0) {
    GraphOptions options;
    options.graph = path;
    options.max_distance = max_distance;
    return read_graph(options, ids);
}

void says(const std::string& text, const std::string& words) {
    BOOST_TEST(text.find(words) != std::string::npos, "no '" << words << "' in: " << text);
}

BOOST_AUTO_TEST_CASE(matrices_of_numpy_and_scipy) {
    for (const std::string name : {"graph_float32.npy", "graph_fortran.npy", "graph.npz",
                                   "sparse_csr.npz", "sparse_csc.npz", "sparse_coo.npz"}) {
        const auto adjacency = read(support::test_file(name), kFour);
        BOOST_TEST(torch::equal(adjacency.weights, kMatrix), name);
        says(adjacency.origin, name);
        BOOST_TEST(adjacency.notes.empty());
        const std::string text = describe_graph(support::test_file(name));
        says(text, "4 x 4");
        says(text, "7 not 0, 0.25 to 7");
        says(text, "3 from one sensor to another, 4 of a sensor to itself; directed");
    }
    GraphOptions options;
    options.graph = support::test_file("graph_fortran.npy");
    const support::TemporaryFolder folder;
    options.graph_ids = folder.file("ids.txt");
    support::write_bytes(options.graph_ids, "d c b a");
    const auto turned = read_graph(options, kFour);
    BOOST_TEST(torch::equal(turned.weights, kMatrix.flip({0, 1})));
    says(turned.notes.at(0), "another order");
    support::write_bytes(options.graph_ids, "c b a");
    support::expect_error(ErrorKind::data, {"holds 3 ids", "4 rows"},
                          [&] { read_graph(options, kFour); });
}

BOOST_AUTO_TEST_CASE(arrays_that_are_no_graph) {
    const auto refused = [](const std::string& path, const std::vector<std::string>& ids,
                            std::initializer_list<const char*> words) {
        support::expect_error(ErrorKind::data, words, [&] { read(path, ids); });
    };
    const support::TemporaryFolder folder;
    refused(support::test_file("graph_float32.npy"), {"a", "b"}, {"4 x 4", "2 sensors"});
    refused(support::test_file("graphs.npz"), kFour, {"2 matrices", "first <f8 (4, 4), second"});
    refused(support::test_file("numpy_deflated.npz"), kFour,
            {"0 matrices", "speeds <f8 (40, 500)"});
    const std::string path = folder.file("a.npz");
    std::string bytes = support::read_bytes(support::test_file("graph_fortran.npy"));
    support::write_bytes(path, bytes.replace(bytes.find("4, 4"), 4, "2, 8"));
    refused(path, kFour, {"is no graph", "(2, 8)"});
    const double nan = std::nan("");
    bytes = support::read_bytes(support::test_file("graph_fortran.npy"));
    bytes.replace(128, 8, reinterpret_cast<const char*>(&nan), 8);
    support::write_bytes(path, bytes);
    refused(path, kFour, {"row 1, column 1", "nan", "finite"});
    says(describe_graph(path), "1 of them negative, not finite");
}

// Of every protocol (tests/data/make_pickles.py).
BOOST_AUTO_TEST_CASE(pickles) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("adj_mx.pkl");
    const auto archive = ZipArchive::open(support::test_file("pickles.zip"));
    const auto unpack = [&](const std::string& name) {
        support::write_bytes(path, archive.read(name + ".pkl", 1 << 20));
    };
    const torch::Tensor matrix =
        torch::tensor({1.0, 0.5, 0.0, 0.0, 1.0, 0.25, 0.125, 0.0, 1.0}, torch::kFloat64)
            .view({3, 3});
    for (int protocol = 0; protocol < 6; ++protocol) {
        unpack("list_p" + std::to_string(protocol));
        const auto graph = read(path, {"Stra\xC3\x9F"
                                       "e",
                                       "767541", "773869"});
        BOOST_TEST(torch::equal(graph.weights, matrix.flip({0, 1})), protocol);
        says(graph.notes.at(0), "another order");
        says(describe_graph(path),
             "773869 to Stra\xC3\x9F"
             "e (3)");
        unpack("fortran_p" + std::to_string(protocol));
        BOOST_TEST(torch::equal(read(path, {"a", "b", "c"}).weights, matrix), protocol);
        support::expect_error(ErrorKind::data, {"3 x 3", "4 sensors"}, [&] { read(path, kFour); });
    }
    for (const std::string name : {"values_p2", "ids_as_array", "scalars"}) {
        unpack(name);
        support::expect_error(ErrorKind::data, {"is no graph", "[ids, map, matrix]"},
                              [&] { read(path, kFour); });
    }
    unpack("list_p0");
    std::string bytes = support::read_bytes(path);
    for (std::size_t at = 0; (at = bytes.find('\n', at)) != std::string::npos; at += 2)
        bytes.insert(at, 1, '\r');
    support::write_bytes(path, bytes);
    support::expect_error(ErrorKind::data, {"adj_mx.pkl", "carriage return"},
                          [&] { read(path, kFour); });
}

// The metres between two places, back from the weight.
double metres_between(const std::string& one, const std::string& other, double sigma) {
    const support::TemporaryFolder folder;
    GraphOptions options;
    options.graph = folder.file("places.csv");
    options.max_distance = 3e7;
    options.graph_sigma = sigma;
    support::write_bytes(options.graph, "id,lat,lon\na," + one + "\nb," + other + "\n");
    const double weight = read_graph(options, {"a", "b"}).weights[0][1].item<double>();
    return sigma * std::sqrt(-std::log(weight));
}

// By the haversine formula with the same radius.
BOOST_AUTO_TEST_CASE(great_circles) {
    namespace tools = boost::test_tools;
    BOOST_TEST(metres_between("36.12,-86.67", "33.94,-118.40", 2e6) == 2886448.43,
               tools::tolerance(1e-8));
    BOOST_TEST(metres_between("0,0", "0,180", 2e7) == 20015114.44, tools::tolerance(1e-9));
    BOOST_TEST(metres_between("34,179.9999", "34,-179.9999", 20) == 18.4369,
               tools::tolerance(1e-5));
}

BOOST_AUTO_TEST_CASE(sensor_locations) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("places.csv");
    const std::string rows = "a,34.0,-118.0\nb,34.01,-118.0\nc,35.0,-118.0\n";
    for (const std::string& text :
         {rows, "sensor_id,latitude,longitude\n" + rows, "ID,Lat,Lng\n" + rows,
          std::string("index,sensor_id,latitude,longitude\n0,a,34.0,-118.0\n1,b,34.01,-118.0\n"
                      "2,c,35.0,-118.0\n3,x,1.5,2.5\n"),
          std::string("longitude,latitude,id\n-118.0,34.0,a\n-118.0,34.01,b\n-118.0,35.0,c\n")}) {
        support::write_bytes(path, text);
        const auto adjacency = read(path, {"c", "a", "b"}, 5000);
        // 1111.95 m between a and b; with three zeros the deviation of five pairs.
        const double metres = 6371008.8 * 0.01 * 3.14159265358979323846 / 180;
        const double sigma = metres * std::sqrt(0.4 * 0.6);
        BOOST_TEST(adjacency.nonzeros() == 3);  // exp(-1 / 0.24) is below the threshold
        says(adjacency.origin, "5 pairs of the 3 sensors within 5000 metres");
        BOOST_TEST(adjacency.isolated == 3);
        GraphOptions options;
        options.graph = path;
        options.max_distance = 5000;
        options.graph_sigma = 2 * sigma;
        const auto wide = read_graph(options, {"c", "a", "b"});
        BOOST_TEST(wide.weights[1][2].item<double>() == std::exp(-1 / 0.96),
                   boost::test_tools::tolerance(1e-9));
        BOOST_TEST(wide.weights[0][1].item<double>() == 0);
        says(describe_graph(path), "sensor locations");
    }
    const auto refused = [&](const std::string& text, std::initializer_list<const char*> words,
                             double limit = 5000) {
        support::write_bytes(path, text);
        try {
            read(path, {"a", "b"}, limit);
            BOOST_ERROR("nothing was thrown");
        } catch (const Error& error) {
            for (const char* word : words) says(error.what(), word);
        }
    };
    refused(rows, {"holds sensor locations", "--max-distance 5000"}, 0);
    refused("id,lat,lon\na,1,2\n", {"1 of the 2 sensors", ": b ("});
    refused("id,lat,lon\na,1,2\nb,-91,2\n", {"line 3, column 2", "'-91'", "changed places"});
    refused("id,lat,lon\na,1,2\nb,1,nan\n", {"line 3, column 3"});
    refused("id,lat,lon\na,1,2\nb,1,3\na,1,2\n", {"sensor a has two locations", "line 4"});
    refused("id,lat,lon\na,1,2\nb,1,3\n", {"no two different sensors", "larger --max-distance"});
    refused("a,b,5\n", {"--max-distance 5000 has no meaning", "distance list"});
    refused("1,0\n0,1\n", {"--max-distance 5000 has no meaning", "matrix"});
}

BOOST_AUTO_TEST_CASE(figures) {
    // Two circles of three joined by one road, and a sensor alone.
    torch::Tensor weights = torch::zeros({7, 7}, torch::kFloat64);
    for (const auto& [from, to] : std::vector<std::pair<int, int>>{
             {0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}, {6, 6}})
        weights[from][to] = 0.5;
    const GraphFigures f = figures_of(weights);
    BOOST_TEST(f.nodes == 7);
    BOOST_TEST(f.edges == 7);
    BOOST_TEST(f.self_loops == 1);
    BOOST_TEST(f.isolated == 1);
    BOOST_TEST(!f.symmetric);
    BOOST_TEST(f.least_out == 0);
    BOOST_TEST(f.most_out == 2);
    BOOST_TEST(f.most_in == 2);
    BOOST_TEST(f.components == 3);
    BOOST_TEST(f.largest_component == 3);
    BOOST_TEST(describe(f) ==
               "7 nodes, 7 edges and 1 self-loops, directed, 1 isolated; 0 to 2 out of a node, 0 "
               "to 2 into one; 3 strongly connected components, the largest of 3");
    const GraphFigures both = figures_of(torch::maximum(weights, weights.t()));
    BOOST_TEST(both.symmetric);
    BOOST_TEST(both.components == 2);
    BOOST_TEST(both.largest_component == 6);
    BOOST_TEST(!figures_of(kMatrix).symmetric);
    // A road of many sensors, deeper than calls may go.
    constexpr int kLength = 3000;
    torch::Tensor road = torch::zeros({kLength, kLength}, torch::kFloat64);
    road.diagonal(1).fill_(1);
    BOOST_TEST(figures_of(road).components == kLength);
    road[kLength - 1][0] = 1;
    BOOST_TEST(figures_of(road).largest_component == kLength);
}

}  // namespace
}  // namespace dcrnn
