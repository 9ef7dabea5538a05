// The matrices of the diffusion against those of the published code and by hand.
#include "dcrnn/graph/supports.hpp"

#include "dcrnn/files/hdf5_file.hpp"
#include "support/close.hpp"
#include "support/oracle_file.hpp"

#include <boost/test/unit_test.hpp>
#include <torch/types.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::check_close;
using support::oracle_path;
using support::read_tensor;

constexpr double kTolerance = 1e-10;

FilterType filter_of(const std::string& name) {
    if (name == "laplacian") return FilterType::laplacian;
    return name == "random_walk" ? FilterType::random_walk : FilterType::dual_random_walk;
}

torch::Tensor matrix(const std::vector<double>& values, std::int64_t sensors) {
    return torch::tensor(values, torch::kFloat64).view({sensors, sensors});
}

BOOST_AUTO_TEST_CASE(exact_supports_equal_the_published_ones) {
    const Hdf5File file = Hdf5File::open(oracle_path());
    const auto weights = read_tensor(file, "supports/adjacency");
    const auto forward = read_tensor(file, "supports/random_walk_transposed");
    const auto backward = read_tensor(file, "supports/reverse_random_walk_transposed");
    const auto dual = make_supports(weights, FilterType::dual_random_walk, SupportVariant::exact);
    BOOST_TEST_REQUIRE(dual.size() == 2);
    check_close(dual[0], forward, kTolerance, "forward");
    check_close(dual[1], backward, kTolerance, "backward");
    const auto single = make_supports(weights, FilterType::random_walk, SupportVariant::exact);
    BOOST_TEST_REQUIRE(single.size() == 1);
    check_close(single[0], forward, kTolerance, "single");
}

BOOST_AUTO_TEST_CASE(laplacian_equals_the_published_one) {
    const Hdf5File file = Hdf5File::open(oracle_path());
    for (const auto variant : {SupportVariant::exact, SupportVariant::pytorch_port}) {
        const auto supports = make_supports(read_tensor(file, "supports/adjacency_for_laplacian"),
                                            FilterType::laplacian, variant);
        BOOST_TEST_REQUIRE(supports.size() == 1);
        check_close(supports[0], read_tensor(file, "supports/scaled_laplacian"), kTolerance,
                    "Laplacian");
    }
}

// What the ports really multiply with; and that it is something else.
BOOST_AUTO_TEST_CASE(pytorch_port_builds_the_supports_of_every_case) {
    const Hdf5File file = Hdf5File::open(oracle_path());
    int cases = 0;
    double difference = 0;
    for (const std::string& name : file.children("/")) {
        if (!file.has(name + "/supports_used")) continue;
        const auto filter = filter_of(file.read_text_attribute(name, "filter_type"));
        const auto weights = read_tensor(file, name + "/adjacency");
        const auto supports = make_supports(weights, filter, SupportVariant::pytorch_port);
        BOOST_TEST_REQUIRE(supports.size() == file.children(name + "/supports_used").size());
        for (std::size_t i = 0; i < supports.size(); ++i) {
            const auto used = read_tensor(file, name + "/supports_used/" + std::to_string(i));
            check_close(supports[i], used, kTolerance, name);
            if (filter == FilterType::laplacian) continue;
            const auto exact = make_supports(weights, filter, SupportVariant::exact)[i];
            difference = std::max(difference, (exact - used).abs().max().item<double>());
        }
        ++cases;
    }
    BOOST_TEST(cases > 0);
    BOOST_TEST(difference > 0.01);
}

BOOST_AUTO_TEST_CASE(random_walks_by_hand) {
    // 0 -> 1 (weight 3), 0 -> 0 (1), 1 -> 2 (2); sensor 3 has no road at all.
    const auto weights = matrix({1, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 4);
    const auto exact = make_supports(weights, FilterType::dual_random_walk, SupportVariant::exact);
    const auto port =
        make_supports(weights, FilterType::dual_random_walk, SupportVariant::pytorch_port);
    const auto forward = matrix({0.25, 0, 0, 0, 0.75, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, 4);
    const auto backward = matrix({1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 4);
    BOOST_TEST(torch::equal(exact[0], forward));
    BOOST_TEST(torch::equal(exact[1], backward));
    BOOST_TEST(
        torch::equal(port[0], matrix({0.75, 0, 0, 0, 0.25, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, 4)));
    BOOST_TEST(torch::equal(port[1], backward));
}

// A path of two sensors has L = [[1, -1], [-1, 1]] and lambda_max = 2, a third one alone L = 1.
BOOST_AUTO_TEST_CASE(laplacian_by_hand) {
    const auto weights = matrix({0, 5, 0, 0, 0, 0, 0, 0, 0}, 3);
    const auto scaled = make_supports(weights, FilterType::laplacian, SupportVariant::exact)[0];
    check_close(scaled, matrix({0, -1, 0, -1, 0, 0, 0, 0, 0}, 3), 1e-14, "path");
}

BOOST_AUTO_TEST_CASE(laplacian_without_roads_is_finite) {
    const auto weights = torch::eye(4, torch::kFloat64);
    const auto scaled = make_supports(weights, FilterType::laplacian, SupportVariant::exact)[0];
    BOOST_TEST(torch::equal(scaled, -weights));
}

}  // namespace
}  // namespace dcrnn
