#include "dcrnn/config/nearest_name.hpp"

#include <boost/test/unit_test.hpp>

using dcrnn::nearest_name;

BOOST_AUTO_TEST_CASE(finds_the_name_with_the_fewest_edits) {
    const std::vector<std::string> known{"batch-size", "base-lr", "rnn-units", "seq-len", "steps"};
    BOOST_TEST(nearest_name("rnn_units", known) == "rnn-units");
    BOOST_TEST(nearest_name("batchsize", known) == "batch-size");
    BOOST_TEST(nearest_name("base-lrr", known) == "base-lr");
    BOOST_TEST(nearest_name("steps", known) == "steps");
    BOOST_TEST(nearest_name("", known) == "steps");  // the shortest
}

BOOST_AUTO_TEST_CASE(two_swapped_letters_are_one_edit) {
    // One swap away from "abcd"; one replacement and one deletion away from "bac".
    BOOST_TEST(nearest_name("bacd", {"bxc", "abcd"}) == "abcd");
    BOOST_TEST(nearest_name("pateince", {"patiens", "patience"}) == "patience");
}

BOOST_AUTO_TEST_CASE(of_equally_near_names_the_first_wins) {
    BOOST_TEST(nearest_name("ax", {"ay", "az"}) == "ay");
    BOOST_TEST(nearest_name("ax", {"az", "ay"}) == "az");
}
