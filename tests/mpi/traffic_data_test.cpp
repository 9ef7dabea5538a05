// Readings reach all ranks by shards: each rank reads its share, a node holds one copy, and
// everybody fails together.

#include "dcrnn/train/traffic_data.hpp"

#include "dcrnn/data/epoch_order.hpp"
#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/error.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"
#include "support/traffic.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

using namespace dcrnn;

namespace {

// A file that rank 0 writes and all read.
class SharedCity {
public:
    SharedCity(const Communicator& world, const support::TrafficRecipe& recipe)
        : SharedCity(world, support::make_traffic(recipe)) {}
    SharedCity(const Communicator& world, const TrafficContent& content) : world_(world) {
        if (world.is_root()) {
            folder_ = std::make_unique<support::TemporaryFolder>();
            path_ = folder_->file("city.h5");
            write_traffic_file(path_, content);
        }
        path_ = world.broadcast(path_, 0);
    }
    ~SharedCity() { world_.barrier(); }  // until all have read it
    SharedCity(const SharedCity&) = delete;
    SharedCity& operator=(const SharedCity&) = delete;

    const std::string& path() const { return path_; }

private:
    Communicator world_;
    std::unique_ptr<support::TemporaryFolder> folder_;
    std::string path_;
};

support::TrafficRecipe recipe() {
    support::TrafficRecipe recipe;
    recipe.rows = 701;  // no multiple of 2, 3 or 4
    recipe.sensors = 5;
    recipe.features = 2;
    recipe.missing_every = 17;
    return recipe;
}

DataOptions options_for(const std::string& path) {
    DataOptions options;
    options.data = path;
    return options;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_rank_reads_its_share_and_a_node_holds_one_copy) {
    const auto world = Communicator::world();
    const auto what = recipe();
    const SharedCity city(world, what);
    const auto traffic = load_traffic(world, options_for(city.path()), Precision::float64);

    const std::int64_t row_bytes = what.sensors * what.features * 4;  // float32 in the file
    const auto mine = rank_slice(what.rows, world.rank(), world.size());
    BOOST_TEST(traffic.bytes_read == mine.count * row_bytes);
    BOOST_TEST(traffic.store->bytes_on_node() == what.rows * what.sensors * what.features * 8);
    for (std::int64_t row = 0; row < what.rows; row += 50)
        for (std::int64_t sensor = 0; sensor < what.sensors; ++sensor) {
            const double value = traffic.series.values[row][sensor][1].item<double>();
            const bool missing = ((row * what.sensors + sensor) * what.features + 1) % 17 == 0;
            const double expected = missing ? 0.0 : support::reading(row, sensor, 1);
            BOOST_TEST(std::abs(value - expected) < 1e-4);
        }
}

BOOST_AUTO_TEST_CASE(the_fingerprint_does_not_depend_on_the_ranks_but_on_every_reading) {
    const auto world = Communicator::world();
    const SharedCity city(world, recipe());
    const auto shared = load_traffic(world, options_for(city.path()), Precision::float32);
    const auto alone =
        load_traffic(Communicator::alone(), options_for(city.path()), Precision::float32);
    BOOST_TEST(shared.fingerprint == alone.fingerprint);
    BOOST_TEST(at::equal(shared.series.values, alone.series.values));
    auto other = recipe();
    other.missing_every = 700;
    const SharedCity changed(world, other);
    BOOST_TEST(load_traffic(world, options_for(changed.path()), Precision::float32).fingerprint !=
               alone.fingerprint);
}

BOOST_AUTO_TEST_CASE(a_file_that_one_rank_lacks_fails_on_all_with_that_rank_named) {
    const auto world = Communicator::world();
    const SharedCity city(world, recipe());
    const bool lacks = world.rank() == world.size() - 1;
    const auto path = lacks ? city.path() + ".gone" : city.path();
    const auto rank = world.size() == 1 ? std::string("city.h5.gone")
                                        : "rank " + std::to_string(world.size() - 1);
    support::expect_error(ErrorKind::data, {rank.c_str(), "city.h5.gone"},
                          [&] { load_traffic(world, options_for(path), Precision::float32); });
}

BOOST_AUTO_TEST_CASE(another_file_under_the_same_name_on_one_rank_is_refused) {
    const auto world = Communicator::world();
    if (world.size() == 1) return;
    auto longer = recipe();
    longer.rows += 1;
    auto later = recipe();  // the same times and ids, other readings
    later.missing_every = 700;
    for (const auto& what : {longer, later}) {
        const SharedCity city(world, recipe()), other(world, what);
        const auto& path = world.rank() == 1 ? other.path() : city.path();
        support::expect_error(ErrorKind::data, {"rank 1", "not the same file"},
                              [&] { load_traffic(world, options_for(path), Precision::float32); });
    }
}

BOOST_AUTO_TEST_CASE(a_bad_reading_in_one_shard_fails_on_all) {
    const auto world = Communicator::world();
    auto bad = recipe();
    bad.missing_every = 6000;  // of 7,010: the first reading, on rank 0, and one on the last rank
    bad.missing_value = std::numeric_limits<double>::infinity();
    const SharedCity city(world, bad);
    support::expect_error(ErrorKind::data, {"inf", "row 0"}, [&] {
        load_traffic(world, options_for(city.path()), Precision::float32);
    });
    bad.missing_value =
        std::numeric_limits<double>::quiet_NaN();  // the writer declares it missing by a mask
    const SharedCity masked(world, bad);
    BOOST_CHECK_NO_THROW(load_traffic(world, options_for(masked.path()), Precision::float32));
}

BOOST_AUTO_TEST_CASE(a_bad_reading_far_into_a_shard_is_named_by_its_row) {
    const auto world = Communicator::world();
    support::TrafficRecipe long_recipe;
    long_recipe.rows = 600;
    long_recipe.sensors = 2000;
    long_recipe.with_adjacency = false;
    auto content = support::make_traffic(long_recipe);
    content.values[599 * 2000 + 7] = std::numeric_limits<double>::infinity();
    const SharedCity city(world, content);
    support::expect_error(ErrorKind::data, {"inf", "row 599", "sensor 7"}, [&] {
        load_traffic(world, options_for(city.path()), Precision::float32);
    });
}

BOOST_AUTO_TEST_CASE(the_graph_comes_from_the_traffic_file_or_is_asked_for) {
    const auto world = Communicator::world();
    const SharedCity with(world, recipe());
    auto traffic = load_traffic(world, options_for(with.path()), Precision::float32);
    const auto graph = load_graph(world, GraphOptions{}, traffic);
    BOOST_TEST(graph.nonzeros() == 10);
    BOOST_TEST(graph.weights[4][0].item<double>() == 0.5);
    traffic.file_adjacency.clear();
    support::expect_error(ErrorKind::usage, {"no graph", "--graph"},
                          [&] { load_graph(world, GraphOptions{}, traffic); });
}
