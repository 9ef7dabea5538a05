#include "dcrnn/data/traffic_file.hpp"

#include "dcrnn/error.hpp"
#include "support/temporary_folder.hpp"
#include "support/traffic.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <vector>

namespace dcrnn {
namespace {

using support::make_traffic;
using support::TemporaryFolder;
using support::TrafficRecipe;

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
    const TemporaryFolder folder;
    TrafficRecipe recipe;
    recipe.features = 2;
    recipe.missing_every = 7;
    recipe.missing_value = std::nan("");
    const TrafficContent content = make_traffic(recipe);
    write_traffic_file(folder.file("a.h5"), content);
    const TrafficFile file(folder.file("a.h5"));
    const TrafficHeader& header = file.header();
    BOOST_TEST(header.layout == "dcrnn_mpi");
    BOOST_TEST(header.sensor_ids == content.sensor_ids);
    BOOST_TEST(header.feature_names == content.feature_names);
    BOOST_TEST(header.feature_units == content.feature_units);
    BOOST_TEST(header.timestamps == content.timestamps);
    BOOST_TEST(header.has_mask);
    BOOST_TEST(header.notes.empty());
    BOOST_TEST(file.read_adjacency() == content.adjacency);
    std::vector<double> rows(50 * 4 * 2);
    file.read_rows(20, 50, rows.data());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double expected = content.values[20 * 8 + i];
        if (std::isnan(expected))
            BOOST_TEST(std::isnan(rows[i]));
        else
            BOOST_TEST(rows[i] == static_cast<double>(static_cast<float>(expected)));
    }
}

}  // namespace
}  // namespace dcrnn
