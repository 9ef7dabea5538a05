#include "dcrnn/config/option_table.hpp"

#include "dcrnn/error.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <set>
#include <type_traits>

namespace {

using Listing = std::vector<std::pair<std::string, std::string>>;

// A value of the field's type that differs from every default.
template <class Field>
Field other_value(const Field& field) {
    if constexpr (std::is_same_v<Field, bool>) {
        return !field;
    } else if constexpr (std::is_same_v<Field, std::string>) {
        return field + "a path/with = and # é";
    } else if constexpr (std::is_enum_v<Field>) {
        return static_cast<Field>(field == Field{} ? 1 : 0);
    } else if constexpr (std::is_arithmetic_v<Field>) {
        return field + static_cast<Field>(1) / static_cast<Field>(3) + 1;
    } else {
        return Field{1, 2, typename Field::value_type(10) / 3};
    }
}

dcrnn::Options all_changed() {
    dcrnn::Options options;
    dcrnn::visit_options(options,
                         [](const dcrnn::OptionInfo&, auto& field) { field = other_value(field); });
    return options;
}

dcrnn::Options read_back(const Listing& listing) {
    dcrnn::Options options;
    for (const auto& [key, text] : listing) dcrnn::set_option(options, key, text);
    return options;
}

void check_message(const std::string& key, const std::string& text, const std::string& expected) {
    dcrnn::Options options;
    BOOST_CHECK_EXCEPTION(dcrnn::set_option(options, key, text), dcrnn::Error,
                          [&](const dcrnn::Error& error) {
                              BOOST_TEST(error.what() == expected);
                              return error.kind() == dcrnn::ErrorKind::usage;
                          });
}

}  // namespace

BOOST_AUTO_TEST_CASE(print_parse_print_gives_the_same_for_every_option) {
    const auto changed = dcrnn::list_options(all_changed());
    BOOST_TEST((dcrnn::list_options(read_back(changed)) == changed));

    const auto defaults = dcrnn::list_options(dcrnn::Options{});
    BOOST_TEST((dcrnn::list_options(read_back(defaults)) == defaults));

    // No option is skipped by the change, so each field above was really read.
    BOOST_REQUIRE(changed.size() == defaults.size());
    for (std::size_t i = 0; i < changed.size(); ++i)
        BOOST_TEST(changed[i].second != defaults[i].second, changed[i].first);
}

BOOST_AUTO_TEST_CASE(setting_one_option_changes_that_one_only) {
    const auto defaults = dcrnn::list_options(dcrnn::Options{});
    for (const auto& [key, text] : dcrnn::list_options(all_changed())) {
        dcrnn::Options options;
        dcrnn::set_option(options, key, text);
        auto expected = defaults;
        for (auto& [name, value] : expected)
            if (name == key) value = text;
        BOOST_TEST((dcrnn::list_options(options) == expected), key);
    }
}

BOOST_AUTO_TEST_CASE(keys_are_unique_and_every_option_has_help) {
    std::set<std::string> keys;
    const dcrnn::Options options;
    dcrnn::visit_options(options, [&keys](const dcrnn::OptionInfo& info, const auto&) {
        BOOST_TEST(keys.insert(info.key).second, info.key);
        BOOST_TEST(std::string(info.help).size() > 10, info.key);
        BOOST_TEST(std::string(info.key).find('_') == std::string::npos, info.key);
    });
}

BOOST_AUTO_TEST_CASE(defaults_are_the_published_ones_of_metr_la) {
    const auto listing = dcrnn::list_options(dcrnn::Options{});
    const std::map<std::string, std::string> values(listing.begin(), listing.end());
    const std::map<std::string, std::string> published{{"batch-size", "64"},
                                                       {"base-lr", "0.01"},
                                                       {"cl-decay-steps", "2000"},
                                                       {"epochs", "100"},
                                                       {"epsilon", "0.001"},
                                                       {"filter-type", "dual_random_walk"},
                                                       {"horizon", "12"},
                                                       {"lr-decay-ratio", "0.1"},
                                                       {"max-diffusion-step", "2"},
                                                       {"max-grad-norm", "5"},
                                                       {"min-learning-rate", "2e-06"},
                                                       {"num-rnn-layers", "2"},
                                                       {"patience", "50"},
                                                       {"rnn-units", "64"},
                                                       {"seq-len", "12"},
                                                       {"split", "0.7,0.1,0.2"},
                                                       {"steps", "20,30,40,50"},
                                                       {"test-every-n-epochs", "10"},
                                                       {"use-curriculum-learning", "true"}};
    for (const auto& [key, text] : published) BOOST_TEST(values.at(key) == text, key);
}

BOOST_AUTO_TEST_CASE(an_unknown_key_names_the_nearest_known_one) {
    check_message("rnn_units", "32",
                  "unknown option 'rnn_units' (the nearest known one is 'rnn-units'): correct the "
                  "name; --help lists all");
    check_message("epoch", "1",
                  "unknown option 'epoch' (the nearest known one is 'epochs'): correct the name; "
                  "--help lists all");
}

BOOST_AUTO_TEST_CASE(a_value_that_cannot_be_read_names_the_option) {
    check_message("horizon", "1h",
                  "--horizon: '1h' is not a whole number: write digits only, such as 12");
    check_message("device", "gpu",
                  "--device: 'gpu' is not one of the values: choose from auto, cpu, cuda");
}
