// The keys of the published configurations: each is an option or is named as without effect.

#include "dcrnn/config/published_options.hpp"

#include "dcrnn/config/option_table.hpp"
#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

namespace dcrnn {
namespace {

std::string set_by(const char* key, const char* value) {
    PublishedOptions options;
    take_published(options, key, value);
    if (options.settings.size() != 1) return "nothing";
    return options.settings[0].first + " " + options.settings[0].second;
}

}  // namespace

BOOST_AUTO_TEST_CASE(keys_are_options) {
    BOOST_TEST(set_by("rnn_units", "64") == "rnn-units 64");
    BOOST_TEST(set_by("epsilon", "1.0e-3") == "epsilon 1.0e-3");
    BOOST_TEST(set_by("max_grad_norm", "5") == "max-grad-norm 5");
    BOOST_TEST(set_by("steps", "20,30,40") == "steps 20,30,40");
    BOOST_TEST(set_by("use_curriculum_learning", "True") == "use-curriculum-learning true");
    BOOST_TEST(set_by("input_dim", "2") == "time-of-day true");
    BOOST_TEST(set_by("input_dim", "1") == "time-of-day false");
    for (const char* key :
         {"batch_size", "cl_decay_steps", "horizon", "max_diffusion_step", "num_rnn_layers",
          "output_dim", "seq_len", "epochs", "patience", "test_every_n_epochs", "seed"})
        BOOST_TEST(set_by(key, "3") != "nothing");
}

BOOST_AUTO_TEST_CASE(keys_without_effect_are_named) {
    for (const char* key :
         {"base_dir", "log_level", "dataset_dir", "test_batch_size", "val_batch_size",
          "graph_pkl_filename", "l1_decay", "num_nodes", "dropout", "epoch", "global_step",
          "max_to_keep", "log_dir", "model_filename", "models_dir", "save_model"}) {
        PublishedOptions options;
        take_published(options, key, "7");
        BOOST_TEST(options.settings.empty());
        BOOST_TEST_REQUIRE(options.without_effect.size() == 1u);
        BOOST_TEST(options.without_effect[0].find(std::string(key) + " 7: ") == 0u);
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_offered_is_refused) {
    PublishedOptions options;
    const auto take = [&](const char* key, const char* value) {
        return [&options, key, value] { take_published(options, key, value); };
    };
    support::expect_error(ErrorKind::usage, {"'rnn_unit'", "'rnn_units'"}, take("rnn_unit", "64"));
    support::expect_error(ErrorKind::usage, {"'sgd'", "Adam"}, take("optimizer", "sgd"));
    support::expect_error(ErrorKind::usage, {"input_dim is 9"}, take("input_dim", "9"));
    support::expect_error(ErrorKind::usage, {"many"}, take("epochs", "many"));
    take_published(options, "optimizer", "adam");
}

// Every option that a key is said to set is one.
BOOST_AUTO_TEST_CASE(options_exist) {
    Options options;
    for (const char* key : {"filter_type", "base_lr", "lr_decay_ratio", "min_learning_rate"}) {
        PublishedOptions published;
        take_published(published, key, std::string(key) == "filter_type" ? "laplacian" : "0.5");
        for (const auto& [name, text] : published.settings) set_option(options, name, text);
    }
    BOOST_TEST((options.model.filter_type == FilterType::laplacian));
    BOOST_TEST(options.train.base_lr == 0.5);
}

}  // namespace dcrnn
