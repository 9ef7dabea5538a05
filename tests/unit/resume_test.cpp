// Which changes a resumed run may have, and the choice of storage.

#include "dcrnn/train/resume.hpp"

#include "dcrnn/train/storage.hpp"
#include "support/checkpoint.hpp"
#include "support/expect_error.hpp"

#include <ATen/ATen.h>
#include <boost/test/unit_test.hpp>

using namespace dcrnn;

BOOST_AUTO_TEST_CASE(options_that_alter_the_result_are_refused_with_old_and_new_value) {
    const auto saved = small_city::checkpoint().identity;
    auto now = saved;
    now.options.train.base_lr = 0.02;
    support::expect_error(ErrorKind::usage, {"--base-lr", "0.02", "0.01", "--restart"},
                          [&] { require_same_run(saved, now); });
    now = saved;
    now.options.data.null_value = NullValue::nan;
    support::expect_error(ErrorKind::usage, {"--null-value", "'nan'", "'0'"},
                          [&] { require_same_run(saved, now); });
    now = saved;
    now.options.train.epochs = 7;
    now.options.train.patience = 3;
    now.options.train.max_steps = 9;
    now.options.train.test_every_n_epochs = 2;
    now.options.run.checkpoint_minutes = 1;
    now.options.run.threads = 2;
    now.options.run.adjacency = AdjacencyKind::dense;
    now.options.data.data = "moved.h5";
    now.options.graph.graph = "moved.csv";
    BOOST_CHECK_NO_THROW(require_same_run(saved, now));
}

BOOST_AUTO_TEST_CASE(changed_readings_sensors_and_graphs_are_refused) {
    const auto saved = small_city::checkpoint().identity;
    auto now = saved;
    now.fingerprint ^= 1;
    support::expect_error(ErrorKind::data, {"readings", "fedcba9876543210"},
                          [&] { require_same_run(saved, now); });
    now = saved;
    std::swap(now.sensor_ids[0], now.sensor_ids[1]);
    support::expect_error(ErrorKind::data, {"sensors"}, [&] { require_same_run(saved, now); });
    now = saved;
    now.adjacency = saved.adjacency.clone();
    now.adjacency[2][3] += 1e-9;
    support::expect_error(ErrorKind::data, {"graph"}, [&] { require_same_run(saved, now); });
}

BOOST_AUTO_TEST_CASE(other_ranks_and_threads_are_said) {
    const auto saved = small_city::checkpoint().identity;
    auto now = saved;
    BOOST_TEST(rounding_notes(saved, now).empty());
    now.ranks = 1;
    now.threads = 8;
    const auto notes = rounding_notes(saved, now);
    BOOST_TEST_REQUIRE(notes.size() == 2);
    BOOST_TEST(notes[0].find("1 rank(s) instead of 3") != std::string::npos);
    BOOST_TEST(notes[1].find("8 thread(s) per rank instead of 4") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_program_chooses_sparse_on_one_rank_and_dense_on_more) {
    const auto choose = [](AdjacencyKind wanted, int ranks) {
        return choose_storage(wanted, ranks, torch::kCPU, 1722, 207);
    };
    BOOST_TEST((choose(AdjacencyKind::automatic, 1).storage == SupportStorage::sparse));
    BOOST_TEST((choose(AdjacencyKind::automatic, 2).storage == SupportStorage::dense));
    BOOST_TEST((choose(AdjacencyKind::dense, 4).storage == SupportStorage::dense));
    BOOST_TEST(choose(AdjacencyKind::dense, 4).warning.empty());
    const auto forced = choose(AdjacencyKind::dense, 1);
    BOOST_TEST((forced.storage == SupportStorage::dense));
    BOOST_TEST(forced.warning.find("25 times") != std::string::npos);  // 207^2 / 1722
    support::expect_error(ErrorKind::usage,
                          {"--adjacency sparse", "2 ranks", "leave --adjacency away"},
                          [&] { choose(AdjacencyKind::sparse, 2); });
}
