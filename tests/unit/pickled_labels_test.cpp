#include "pickled_labels.hpp"

#include "support/expect_error.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace dcrnn {
namespace {

std::vector<std::string> read(const std::string& pickle) {
    std::vector<std::string> labels;
    for (const PickledValue& item : read_pickled_labels(pickle, "attribute x").items)
        labels.push_back(label_text(item));
    return labels;
}

using Strings = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(lists_of_texts_and_numbers) {
    BOOST_TEST(read("(lp0\nVa\np1\naVb\\u00e9\np2\na.") == (Strings{"a", "b\u00e9"}));
    BOOST_TEST(read("(lp1\nS'A'\np2\naS\"it\\'s\\x41\"\np3\nag2\na.") ==
               (Strings{"A", "it'sA", "A"}));
    BOOST_TEST(read("(lp0\nI7\naL8L\na.") == (Strings{"7", "8"}));
    BOOST_TEST(read("(lp0\n(Vnorth\np1\nVspeed\np2\ntp3\na(g1\nVflow\np4\ntp5\na.") ==
               (Strings{"north|speed", "north|flow"}));
}

BOOST_AUTO_TEST_CASE(anything_else_is_refused) {
    const auto refused = [](std::initializer_list<const char*> words, const std::string& pickle) {
        support::expect_error(ErrorKind::data, words, [&] { read(pickle); });
    };
    refused({"attribute x", "instruction 'c'"}, "cos\nsystem\n(S'true'\ntR.");
    refused({"\\x80"}, std::string("\x80\x02]q\n.", 6));
    refused({"ends before"}, "");
    refused({"middle of an instruction"}, "(lp0");
    refused({"no beginning"}, "l.");
    refused({"did not keep"}, "g9\n.");
    refused({"no quotes"}, "S'a\n.");
    refused({"damaged"}, "Va\\u00\n.");
    refused({"what is not there"}, "a.");
    // A list that is put into itself again and again would have 2^n labels.
    std::string doubling = "(lp0\nVa\na";
    for (int i = 0; i < 40; ++i) doubling += "p0\n(g0\ng0\nl";
    refused({"too large"}, doubling + ".");
    // Each of a few bytes that keep a list under another name, or take it up, copies it.
    std::string list = "(lp0\n", keeping, taking;
    for (int i = 0; i < 1000; ++i) {
        list += "Va\na";
        keeping += "p" + std::to_string(i) + "\n";
        taking += "g1\n";
    }
    refused({"too large"}, list + keeping + ".");
    refused({"too large"}, list + "p1\n" + taking + ".");
}

}  // namespace
}  // namespace dcrnn
