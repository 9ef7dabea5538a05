// Graph files: distance lists and matrices, what tells them apart, and what is refused. Real lists
// are in distance_list_test.cpp.
#include "dcrnn/graph/adjacency.hpp"

#include "dcrnn/error.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

const std::vector<std::string> kThree{"100", "200", "300"};
const std::vector<std::string> kFour{"a", "b", "c", "d"};

struct Graph {
    support::TemporaryFolder folder;
    GraphOptions options;

    explicit Graph(const std::string& text) {
        options.graph = folder.file("graph.csv");
        std::ofstream(options.graph, std::ios::binary) << text;
        options.graph_sigma = 10;
    }

    Adjacency read(const std::vector<std::string>& ids) const { return read_graph(options, ids); }
};

double weight(const Adjacency& adjacency, std::int64_t from, std::int64_t to) {
    return adjacency.weights[from][to].item<double>();
}

// The message holds all of these words, and the kind is data.
void check_refused(const Graph& graph, const std::vector<std::string>& ids,
                   const std::vector<std::string>& words) {
    BOOST_CHECK_EXCEPTION(graph.read(ids), Error, [&](const Error& error) {
        const std::string message = error.what();
        for (const auto& word : words) {
            BOOST_TEST(message.find(word) != std::string::npos,
                       "no '" << word << "' in: " << message);
        }
        return error.kind() == ErrorKind::data;
    });
}

BOOST_AUTO_TEST_CASE(list_is_directed_and_cut_below_the_threshold) {
    const Graph graph("from,to,cost\n200,100,5\n100,100,0\n100,200,15\n300,100,16\n7,100,x\n");
    const auto adjacency = graph.read(kThree);
    BOOST_TEST(adjacency.weights.scalar_type() == torch::kFloat64);
    BOOST_TEST(weight(adjacency, 1, 0) == std::exp(-0.25));
    BOOST_TEST(weight(adjacency, 0, 0) == 1.0);
    BOOST_TEST(weight(adjacency, 0, 1) == std::exp(-2.25));  // 0.105
    BOOST_TEST(weight(adjacency, 2, 0) == 0.0);              // 0.077
    BOOST_TEST(adjacency.nonzeros() == 3);
    BOOST_TEST(adjacency.isolated == 1);
    BOOST_TEST(adjacency.origin.find("4 pairs") != std::string::npos, adjacency.origin);
    BOOST_TEST(adjacency.origin.find("sigma 10 (given)") != std::string::npos, adjacency.origin);
}

BOOST_AUTO_TEST_CASE(threshold_is_an_option) {
    Graph graph("100,200,15\n300,100,16\n");
    graph.options.graph_threshold = 0;
    const auto adjacency = graph.read(kThree);
    BOOST_TEST(weight(adjacency, 2, 0) == std::exp(-2.56), boost::test_tools::tolerance(1e-14));
    BOOST_TEST(adjacency.nonzeros() == 2);
}

// A hair above nothing is what exp gives shortly before it gives 0.
BOOST_AUTO_TEST_CASE(a_road_too_long_for_a_weight_is_none) {
    Graph graph("100,200,266\n300,100,267\n200,300,271\n");
    graph.options.graph_threshold = 0;
    const auto adjacency = graph.read(kThree);
    BOOST_TEST(weight(adjacency, 0, 1) == 5.1357e-308, boost::test_tools::tolerance(1e-4));
    BOOST_TEST(adjacency.nonzeros() == 1);
}

BOOST_AUTO_TEST_CASE(sigma_is_the_population_deviation_of_the_listed_pairs) {
    Graph graph("100,100,0\n100,200,3\n200,300,3\n100,200,3\n100,9,800\n");
    graph.options.graph_sigma = 0;
    graph.options.graph_threshold = 0;
    // Of 0, 3, 3, as the repeated pair counts once and the foreign one not: the root of 2.
    BOOST_TEST(weight(graph.read(kThree), 0, 1) == std::exp(-4.5),
               boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(writing_does_not_matter) {
    const auto expected = Graph("from,to,cost\na,b,5\nc,d,6\n").read(kFour).weights;
    BOOST_TEST(expected.count_nonzero().item<int>() == 2);
    for (const std::string text : {
             "a,b,5\nc,d,6\n",  // no header
             "a,b,5\nc,d,6",    // no last line end
             "\xEF\xBB\xBF"
             "a,b,5\r\nc,d,6\r\n",                              // byte order mark, Windows
             "from,to,cost\r\r\nc,d,6\r\r\n\r\r\na,b,5\r\r\n",  // as in the public PEMS03.csv
             " a , b , 5.0 \n\n c,\"d\",6e0\n",                 // spaces, quotes, blank line
             "cost,to,from\n5,b,a\n6,d,c\n",                    // columns named
             "To,FROM,Cost\nb,a,5\nd,c,6\n",                    // in any case of letters
             "to_id,from id,km\nb,a,5\nd,c,6\n", "source,target,total\na,b,5\nc,d,6\n",
             "From,To,Distance\na,b,5\nc,d,6\n",  // other names
             "0,1,2\na,b,5\nc,d,6\n",             // numbers of columns
         }) {
        BOOST_TEST(torch::equal(Graph(text).read(kFour).weights, expected), text);
    }
}

BOOST_AUTO_TEST_CASE(matrix_stands_in_the_order_of_the_sensors) {
    const std::string rows = "1,0.5,0,0\n0,1,0,0\n0.25,0,1,7\n0,0,0,1\n";
    for (const std::string& text : {rows, "a,b,c,d\n" + rows}) {
        const auto adjacency = Graph(text).read(kFour);
        BOOST_TEST(adjacency.nonzeros() == 7);
        BOOST_TEST(weight(adjacency, 0, 1) == 0.5);
        BOOST_TEST(weight(adjacency, 1, 0) == 0.0);
        BOOST_TEST(weight(adjacency, 2, 3) == 7.0);
        BOOST_TEST(adjacency.isolated == 0);
        BOOST_TEST(adjacency.origin.find("matrix ") == 0, adjacency.origin);
    }
}

BOOST_AUTO_TEST_CASE(ids_may_have_another_order) {
    const std::string rows = "1,0.5,0,0\n0,1,0,0\n0.25,0,1,7\n0,0,0,1\n";
    for (const std::string& text :
         {"d,b,a,c\n" + rows,
          std::string(",d,b,a,c\nd,1,0.5,0,0\nb,0,1,0,0\na,0.25,0,1,7\nc,0,0,0,1\n")}) {
        const auto adjacency = Graph(text).read(kFour);
        BOOST_TEST(adjacency.nonzeros() == 7);
        BOOST_TEST(weight(adjacency, 3, 1) == 0.5);   // d to b
        BOOST_TEST(weight(adjacency, 0, 3) == 0.25);  // a to d
        BOOST_TEST(weight(adjacency, 0, 2) == 7);     // a to c
        BOOST_TEST_REQUIRE(adjacency.notes.size() == 1U);
        BOOST_TEST(adjacency.notes[0].find("another order") != std::string::npos);
    }
    const auto two = Graph(",a,b\na,1,0.5\nb,0,1\n").read({"b", "a"});
    BOOST_TEST(weight(two, 1, 0) == 0.5);
}

BOOST_AUTO_TEST_CASE(a_road_may_hold_for_both_directions) {
    Graph list("a,b,5\nb,a,6\nc,a,7\nd,d,0\n");
    list.options.undirected = true;
    const auto roads = list.read(kFour);
    BOOST_TEST(weight(roads, 0, 1) == std::exp(-0.25));
    BOOST_TEST(weight(roads, 1, 0) == std::exp(-0.36));
    BOOST_TEST(weight(roads, 0, 2) == weight(roads, 2, 0));
    BOOST_TEST(weight(roads, 0, 2) == std::exp(-0.49), boost::test_tools::tolerance(1e-14));
    BOOST_TEST_REQUIRE(roads.notes.size() == 1U);
    BOOST_TEST(roads.notes[0].find("1 roads of the graph had one direction") == 0);
    Graph matrix("1,0.5,0,0\n0,1,0,0\n0.25,0,1,7\n0,0,8,1\n");
    matrix.options.undirected = true;
    const auto both = matrix.read(kFour);
    BOOST_TEST(weight(both, 1, 0) == 0.5);
    BOOST_TEST(weight(both, 0, 2) == 0.25);
    BOOST_TEST(weight(both, 2, 3) == 7);
    BOOST_TEST(weight(both, 3, 2) == 8);
}

BOOST_AUTO_TEST_CASE(repeated_pairs_are_merged_and_said) {
    const auto adjacency = Graph("a,b,5\nc,d,6\na,b,5\na,b,5.0\n").read(kFour);
    BOOST_TEST(adjacency.nonzeros() == 2);
    BOOST_TEST_REQUIRE(adjacency.notes.size() == 1U);
    BOOST_TEST(adjacency.notes[0].find("2 rows of the distance list repeat a pair") == 0);
}

// LibCity's .rel:
// https://bigscity-libcity-docs.readthedocs.io/en/latest/user_guide/data/atomic_files.html
BOOST_AUTO_TEST_CASE(lists_with_more_columns) {
    const auto adjacency =
        Graph("rel_id,type,origin_id,destination_id,cost\n0,geo,a,b,5\n1,geo,c,d,10\n").read(kFour);
    BOOST_TEST(weight(adjacency, 0, 1) == std::exp(-0.25));
    BOOST_TEST(weight(adjacency, 2, 3) == std::exp(-1.0));
    BOOST_TEST(adjacency.nonzeros() == 2);
}

BOOST_AUTO_TEST_CASE(names_may_be_places) {
    const auto by_place = Graph("from,to,cost\n0,1,5\n3,2,10\n").read(kFour);
    BOOST_TEST(weight(by_place, 0, 1) == std::exp(-0.25));
    BOOST_TEST(weight(by_place, 3, 2) == std::exp(-1.0));
    BOOST_TEST(by_place.notes.at(0).find("are places, from 0 to 3") != std::string::npos);
    // Of the ids in a file, which may have another order than the readings.
    Graph ordered("from,to,cost\n0,1,5\n3,2,10\n");
    ordered.options.graph_ids = ordered.folder.file("ids.txt");
    std::ofstream(ordered.options.graph_ids) << "d,c\r\nb a\n";
    BOOST_TEST(weight(ordered.read(kFour), 3, 2) == std::exp(-0.25));
    BOOST_TEST(weight(ordered.read(kFour), 0, 1) == std::exp(-1.0));
    check_refused(Graph("from,to,cost\n0,1,5\n4,2,10\n"), kFour, {"none of the 4 sensors"});
    check_refused(Graph("from,to,cost\n0,1,5\n2,01,10\n"), kFour, {"none of the 4 sensors"});
    check_refused(Graph("from,to,cost\n0,1,5\n2,1,10\n"), kFour, {"1 of the 4 sensors", ": d ("});
}

BOOST_AUTO_TEST_CASE(readings_may_have_no_ids) {
    const std::vector<std::string> counted{"0", "1", "2", "3"};
    Graph list("from,to,cost\na,b,5\nd,c,10\n");
    check_refused(list, counted, {"none of the 4 sensors"});
    std::ofstream(list.folder.file("graph.txt")) << "d\r\nc\r\nb\r\na\r\n";  // beside graph.csv
    const auto beside = list.read(counted);
    BOOST_TEST(weight(beside, 3, 2) == std::exp(-0.25));
    BOOST_TEST(weight(beside, 0, 1) == std::exp(-1.0));
    BOOST_TEST(beside.notes.at(0).find("graph.txt, in its order") != std::string::npos);
    std::ofstream(list.folder.file("graph.txt")) << "d,c,b";
    check_refused(list, counted, {"graph.txt' holds 3 ids", "4 sensors", "--graph-ids"});
    std::ofstream(list.folder.file("graph.txt")) << "d,c,b,d";
    check_refused(list, counted, {"the id d stands twice"});
    const auto matrix = Graph("a,b,c,d\n1,0.5,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n").read(counted);
    BOOST_TEST(weight(matrix, 0, 1) == 0.5);
    BOOST_TEST(matrix.notes.at(0).find("by their places, as the readings") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(three_sensors_are_no_trap) {
    const std::vector<std::string> numbers{"0", "1", "2"};
    const std::string rows = "1,0.5,0\n0,1,0.25\n0,0,1\n";
    BOOST_TEST(weight(Graph(rows).read(kThree), 1, 2) == 0.25);
    BOOST_TEST(weight(Graph(rows).read(numbers), 1, 2) == 0.25);
    BOOST_TEST(weight(Graph("100,200,300\n" + rows).read(kThree), 1, 2) == 0.25);
    BOOST_TEST(weight(Graph("0,1,2\n" + rows).read(numbers), 1, 2) == 0.25);

    const std::string list = "0,1,5\n1,2,5\n2,0,5\n";
    BOOST_TEST(weight(Graph(list).read(numbers), 1, 2) == std::exp(-0.25));
    BOOST_TEST(weight(Graph("from,to,cost\n" + list).read(numbers), 2, 0) == std::exp(-0.25));
    BOOST_TEST(weight(Graph("100,200,5\n200,300,5\n300,300,0\n").read(kThree), 1, 2) ==
               std::exp(-0.25));

    check_refused(Graph("1,0,1\n0,1,0\n0,0,1\n"), numbers, {"list or a matrix", "from,to,cost"});
    check_refused(Graph("1,3,1\n0,1,0\n0,0,1\n"), kThree, {"list or a matrix", "from,to,cost"});
}

BOOST_AUTO_TEST_CASE(bad_lists_are_refused) {
    check_refused(Graph("a,b,5\nb,c,-1\n"), kFour, {"from sensor b to c", "line 2", "'-1'"});
    check_refused(Graph("a,b,5\nb,c,nan\n"), kFour, {"line 2", "'nan'"});
    check_refused(Graph("a,b,5\nb,c,inf\n"), kFour, {"line 2", "'inf'"});
    check_refused(Graph("a,b,5\nb,c,5 km\n"), kFour, {"line 2", "'5 km'"});
    check_refused(Graph("a,b,x\n"), kFour, {"line 1", "'x'"});
    check_refused(Graph("a,b,5\nb,a,5\na,b,6\n"), kFour, {"lines 1 and 3", "a,b,6", "5 and 6"});
    check_refused(Graph("a,b,5\nc\n"), kFour, {"line 2", "1 fields"});
    // As an editor counts the lines: blank ones, quoted line ends and any kind of end among them.
    check_refused(Graph("\na,b,5\n\n\r\nb,c,-1\n"), kFour, {"line 5", "'-1'"});
    check_refused(Graph("a,b,5\r\r\n\r\r\nb,c,-1"), kFour, {"line 3", "'-1'"});
    check_refused(Graph("a,b,5\r\rb,c,-1\r"), kFour, {"line 3", "'-1'"});
    check_refused(Graph("\"x\ny\",b,5\n\nb,c,-1\n"), kFour, {"line 4", "'-1'"});
    check_refused(Graph("\na,b,5\n\na,b,6\n"), kFour, {"lines 2 and 4"});
    check_refused(Graph("a,b,5\na,c,9\n"), kFour,
                  {"1 of the 4 sensors", "list", ": d (", "id,id,0"});
    check_refused(Graph("x,y,5\n"), kFour, {"none of the 4 sensors", "x,y,5", "is a"});
    check_refused(Graph("to,source,cost\na,b,5\nc,d,5\n"), kFour,
                  {"line 1", "to,source,cost", "not which is 'from'"});
    Graph equal("a,b,5\nc,d,5\n");
    equal.options.graph_sigma = 0;
    check_refused(equal, kFour, {"deviation is 0", "--graph-sigma"});
}

BOOST_AUTO_TEST_CASE(bad_matrices_are_refused) {
    check_refused(Graph("1,0\n0,1\n"), kFour, {"2 x 2", "4 sensors", "--graph-ids"});
    check_refused(Graph("1,0\n0,1\n1,0\n"), kFour, {"3 rows of 2 fields", "4 sensors"});
    check_refused(Graph("1,0,0,0\n0,1,0,0\n"), kFour, {"2 rows and 4 columns"});
    check_refused(Graph("a,b,x,c\n1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n"), kFour,
                  {"not in the graph: d (1)", "not in the readings: x (1)"});
    check_refused(Graph("a,b,a,c\n1,0,0,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n"), kFour,
                  {"names sensors twice", "repeated: a"});
    check_refused(Graph("a,b,c,d,e\n1,0,0,0,0\n0,1,0,0,0\n0,0,1,0,0\n0,0,0,1,0\n0,0,0,0,1\n"),
                  kFour, {"5 there, 4 here", "not in the readings: e (1)"});
    check_refused(Graph(",a,b\na,1,0\nc,0,1\n"), {"a", "b"}, {"line 3", "begins with 'c'"});
    check_refused(Graph("1,0,0,0\n0,1,0,-2\n0,0,1,0\n0,0,0,1\n"), kFour,
                  {"line 2, column 4", "-2"});
    check_refused(Graph("1,0,0,0\n0,1,0,0\n0,nan,1,0\n0,0,0,1\n"), kFour, {"line 3, column 2"});
    check_refused(Graph("1,0,0,0\n0,1,0,0\n0,,1,0\n0,0,0,1\n"), kFour,
                  {"line 3, column 2", "no number"});
    check_refused(Graph("a,b,c,d\n\n1,0,0,0\n0,1,0,0\n0,1e-320,1,0\n0,0,0,1\n"), kFour,
                  {"line 5, column 2", "'1e-320'", "reciprocal"});
    check_refused(Graph("1,1e308,1e308,0\n0,1,0,0\n0,0,1,0\n0,0,0,1\n"), kFour,
                  {"sensor 1", "no finite sum"});
}

BOOST_AUTO_TEST_CASE(other_separators_give_the_same_graph) {
    const auto commas = Graph("1,0.5,0\n0,1,0\n0.25,0,1\n").read(kThree).weights;
    for (const char* text : {"1;0.5;0\n0;1;0\n0.25;0;1\n", "1\t0.5\t0\n0\t1\t0\n0.25\t0\t1\n"})
        BOOST_TEST(at::equal(Graph(text).read(kThree).weights, commas));
    const auto list = Graph("from;to;cost\n100;200;5\n300;300;0\n").read(kThree).weights;
    BOOST_TEST(at::equal(list, Graph("from,to,cost\n100,200,5\n300,300,0\n").read(kThree).weights));
}

BOOST_AUTO_TEST_CASE(files_that_are_no_text_are_refused) {
    check_refused(Graph(""), kFour, {"is empty"});
    check_refused(Graph("\n\n"), kFour, {"is empty"});
    check_refused(Graph("version https://git-lfs.github.com/spec/v1\n"), kFour, {"git lfs pull"});
    check_refused(Graph("(lp0\n(lp1\nS'773869'\n"), kFour, {"pickle"});
    check_refused(Graph("\x80\x02]q"), kFour, {"pickle"});
    check_refused(Graph("\x89HDF\r\n"), kFour, {"HDF5", "--data"});
    check_refused(Graph(std::string("1,2\0,3", 6)), kFour, {"binary"});
    Graph missing("x");
    missing.options.graph += ".not";
    check_refused(missing, kFour, {"graph.csv.not", "no such file", "spelling"});
    missing.options.graph = missing.folder.path().string();
    check_refused(missing, kFour, {"is a directory"});
}

BOOST_AUTO_TEST_CASE(stored_weights_are_checked) {
    const auto adjacency = adjacency_from_values({1, 0.5, 0, 1}, 2, "adjacency of la.h5");
    BOOST_TEST(weight(adjacency, 0, 1) == 0.5);
    BOOST_TEST(adjacency.origin == "adjacency of la.h5");
    for (const double bad : {-0.5, std::nan(""), std::numeric_limits<double>::infinity(), 1e-320}) {
        BOOST_CHECK_THROW(adjacency_from_values({1, 0, bad, 1}, 2, "x"), Error);
    }
    BOOST_CHECK_THROW(adjacency_from_values({1, 0, 1}, 2, "x"), Error);
}

}  // namespace
}  // namespace dcrnn
