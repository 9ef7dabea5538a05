#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

dcrnn::Options with(const Settings& settings) {
    dcrnn::Options options;
    for (const auto& [key, text] : settings) dcrnn::set_option(options, key, text);
    return options;
}

// The message of check_options; empty when nothing is wrong.
std::string complaint(const dcrnn::Options& options) {
    try {
        dcrnn::check_options(options);
    } catch (const dcrnn::Error& error) {
        BOOST_TEST(error.exit_code() == 2);
        return error.what();
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_CASE(defaults_are_possible) { BOOST_TEST(complaint(dcrnn::Options{}) == ""); }

BOOST_AUTO_TEST_CASE(the_limits_themselves_are_possible) {
    for (const Settings& settings : std::vector<Settings>{
             {{"seq-len", "1"}, {"horizon", "1"}},
             {{"split", "0.98,0.01,0.01"}},
             {{"split", "0.6,0.2,0.2"}},
             {{"graph-threshold", "0"}},
             {{"graph-sigma", "0"}},
             {{"max-diffusion-step", "0"}},
             {{"batch-size", "1"}, {"epochs", "1"}, {"patience", "1"}},
             {{"steps", ""}},
             {{"steps", "1"}},
             {{"lr-decay-ratio", "1"}},
             {{"min-learning-rate", "0.01"}},
             {{"min-learning-rate", "0"}},
             {{"max-grad-norm", "0"}, {"max-steps", "0"}, {"test-every-n-epochs", "0"}},
             {{"threads", "0"}, {"checkpoint-minutes", "0"}, {"seed", "0"}},
             {{"report-horizons", "1,12"}},
             {{"report-horizons", "24"}, {"horizon", "24"}},
         })
        BOOST_TEST(complaint(with(settings)) == "");
}

BOOST_AUTO_TEST_CASE(what_is_impossible_is_refused_by_name_and_value) {
    for (const auto& [key, text] : Settings{
             {"seq-len", "0"},
             {"seq-len", "-12"},
             {"seq-len", "9223372036854775807"},
             {"horizon", "0"},
             {"output-dim", "0"},
             {"split", "0.7,0.3"},
             {"split", "0.7,0.1,0.1,0.1"},
             {"split", "0.7,0.1,0.1"},
             {"split", "0.8,0,0.2"},
             {"split", "1.2,-0.4,0.2"},
             {"graph-sigma", "-1"},
             {"graph-threshold", "1"},
             {"graph-threshold", "-0.1"},
             {"rnn-units", "0"},
             {"num-rnn-layers", "0"},
             {"max-diffusion-step", "-1"},
             {"epochs", "0"},
             {"batch-size", "0"},
             {"base-lr", "0"},
             {"base-lr", "-0.01"},
             {"steps", "30,20"},
             {"steps", "20,20"},
             {"steps", "0,20"},
             {"lr-decay-ratio", "0"},
             {"lr-decay-ratio", "1.5"},
             {"min-learning-rate", "-0.001"},
             {"min-learning-rate", "0.02"},
             {"epsilon", "0"},
             {"max-grad-norm", "-1"},
             {"patience", "0"},
             {"test-every-n-epochs", "-1"},
             {"cl-decay-steps", "0"},
             {"max-steps", "-1"},
             {"seed", "-1"},
             {"checkpoint-minutes", "-1"},
             {"stall-minutes", "-1"},
             {"threads", "-1"},
             {"threads", "1000000"},
             {"report-horizons", "13"},
             {"report-horizons", "0"},
             {"report-horizons", "6,3"},
             {"report-horizons", "3,3"},
         }) {
        const std::string message = complaint(with({{key, text}}));
        const std::string start = fmt::format("--{} {} is not possible (", key, text);
        BOOST_TEST(message.substr(0, start.size()) == start);
        const auto remedy = message.find("): give");  // all but one remedy begin like that
        BOOST_TEST((remedy != std::string::npos || key == "steps"), message);
    }
}

BOOST_AUTO_TEST_CASE(whole_messages) {
    BOOST_TEST(complaint(with({{"steps", "30,20"}})) ==
               "--steps 30,20 is not possible (they are numbers of epochs, from 1 on, each greater "
               "than the one before): sort them and remove repetitions, as in 20,30,40,50");
    BOOST_TEST(complaint(with({{"split", ""}})) ==
               "--split '' is not possible (it must be three positive shares that sum to 1): give "
               "train,validation,test such as 0.7,0.1,0.2");
    BOOST_TEST(complaint(with({{"horizon", "6"}, {"report-horizons", "3,12"}})) ==
               "--report-horizons 3,12 is not possible (they are steps of the forecast, each "
               "greater than the one before): give ascending steps from 1 to --horizon, which is "
               "6");
}

// A library caller can store what the parser would refuse.
BOOST_AUTO_TEST_CASE(nan_and_infinity_are_refused_everywhere) {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        int doubles = 0;
        dcrnn::Options options;
        dcrnn::visit_options(options, [&](const dcrnn::OptionInfo& info, auto& field) {
            if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>) {
                ++doubles;
                const double kept = std::exchange(field, bad);
                BOOST_TEST(complaint(options).find("--" + std::string(info.key)) == 0);
                field = kept;
            }
        });
        BOOST_TEST(doubles == 11);
    }
    dcrnn::Options options;
    options.data.split = {std::nan(""), 0.5, 0.5};
    BOOST_TEST(complaint(options).find("--split nan,0.5,0.5") == 0);
}
