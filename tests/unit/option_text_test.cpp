#include "dcrnn/config/option_text.hpp"

#include "dcrnn/error.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>

namespace {

template <class Value>
Value parsed(const std::string& text) {
    Value value{};
    dcrnn::parse(text, value);
    return value;
}

template <class Value>
void check_refused(const std::string& text, const std::string& expected) {
    BOOST_TEST_CONTEXT("text '" << text << "'") {
        BOOST_CHECK_EXCEPTION(parsed<Value>(text), dcrnn::Error, [&](const dcrnn::Error& error) {
            BOOST_TEST(error.what() == expected);
            return error.kind() == dcrnn::ErrorKind::usage;
        });
    }
}

// Each allowed text gives its own value, whose text is the same again.
template <class Value>
void check_names(const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto value = parsed<Value>(names[i]);
        BOOST_TEST(static_cast<std::size_t>(value) == i);
        BOOST_TEST(dcrnn::to_text(value) == names[i]);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(whole_numbers) {
    BOOST_TEST(parsed<std::int64_t>("12") == 12);
    BOOST_TEST(parsed<std::int64_t>(" -3\t") == -3);
    BOOST_TEST(dcrnn::to_text(std::int64_t{-9223372036854775807}) == "-9223372036854775807");
    BOOST_TEST(parsed<std::int64_t>("9223372036854775807") == 9223372036854775807);
    for (const char* text : {"", "twelve", "12x", "1 2", "12.0", "1e3", "+-1"})
        check_refused<std::int64_t>(text, "'" + std::string(text) +
                                              "' is not a whole number: write digits only, such "
                                              "as 12");
    check_refused<std::int64_t>("9223372036854775808",
                                "'9223372036854775808' cannot be stored (out of the range of 64 "
                                "bits): write digits only, such as 12");
}

BOOST_AUTO_TEST_CASE(doubles_return_bit_for_bit) {
    for (const double value :
         {0.1, 1.0 / 3.0, 2e-6, 2584.4502, -0.0, 5e-324, 1.7976931348623157e308, 0.1 + 0.2})
        BOOST_TEST(parsed<double>(dcrnn::to_text(value)) == value);
    BOOST_TEST(std::signbit(parsed<double>(dcrnn::to_text(-0.0))));
    BOOST_TEST(dcrnn::to_text(0.1) == "0.1");
    BOOST_TEST(dcrnn::to_text(0.1 + 0.2) == "0.30000000000000004");
    BOOST_TEST(dcrnn::to_text(5.0) == "5");
    BOOST_TEST(parsed<double>("1e-3") == 0.001);
}

BOOST_AUTO_TEST_CASE(doubles_must_be_finite_and_alone) {
    const std::string remedy = ": write a finite number such as 0.01 or 1e-3";
    for (const char* text : {"", "fast", "0,5", "0.1.2", "1e"})
        check_refused<double>(text, "'" + std::string(text) + "' is not a number" + remedy);
    for (const char* text : {"nan", "inf", "-inf"})
        check_refused<double>(text, "'" + std::string(text) + "' is not finite" + remedy);
    check_refused<double>("1e400",
                          "'1e400' cannot be stored (out of the range of 64 bits)" + remedy);
}

BOOST_AUTO_TEST_CASE(lists) {
    using Integers = std::vector<std::int64_t>;
    using Doubles = std::vector<double>;
    BOOST_TEST(parsed<Integers>("20,30, 40") == (Integers{20, 30, 40}));
    BOOST_TEST(parsed<Integers>(" ") == Integers{});
    BOOST_TEST(parsed<Doubles>("0.7,0.1,0.2") == (Doubles{0.7, 0.1, 0.2}));
    BOOST_TEST(dcrnn::to_text(Integers{20, 30, 40}) == "20,30,40");
    BOOST_TEST(dcrnn::to_text(Integers{}) == "");
    BOOST_TEST(dcrnn::to_text(Doubles{0.7, 0.1, 1.0 / 3.0}) == "0.7,0.1,0.3333333333333333");
    for (const char* text : {",", "20,", ",20", "20,,30"})
        check_refused<Integers>(
            text, std::string("'") + "' is not a whole number: write digits only, such as 12");
    check_refused<Integers>("20;30",
                            "'20;30' is not a whole number: write digits only, such as 12");
}

// A list that is read replaces the default instead of adding to it.
BOOST_AUTO_TEST_CASE(reading_replaces_what_was_there) {
    std::vector<std::int64_t> steps{20, 30};
    dcrnn::parse("5", steps);
    BOOST_TEST(steps == std::vector<std::int64_t>{5});
}

BOOST_AUTO_TEST_CASE(texts_are_taken_as_they_are) {
    BOOST_TEST(parsed<std::string>(" a=b, c ") == " a=b, c ");
    BOOST_TEST(dcrnn::to_text(std::string("runs/é")) == "runs/é");
}

BOOST_AUTO_TEST_CASE(named_values) {
    check_names<bool>({"false", "true"});
    check_names<dcrnn::NullValue>({"0", "nan", "none"});
    check_names<dcrnn::MissingInput>({"as-stored", "mean"});
    check_names<dcrnn::ScalerKind>({"standard", "published", "minmax", "none"});
    check_names<dcrnn::GapRule>({"false", "true"});
    check_names<dcrnn::FilterType>({"laplacian", "random_walk", "dual_random_walk"});
    check_names<dcrnn::DiffusionForm>({"chebyshev", "released", "powers"});
    check_names<dcrnn::SupportVariant>({"exact", "pytorch-port"});
    check_names<dcrnn::AdjacencyKind>({"auto", "sparse", "dense"});
    check_names<dcrnn::Precision>({"float32", "float64"});
    check_names<dcrnn::DeviceKind>({"auto", "cpu", "cuda"});
    check_names<dcrnn::TransferKind>({"auto", "device", "host"});
    check_names<dcrnn::SplitName>({"train", "val", "test", "all"});
    check_refused<dcrnn::DeviceKind>("gpu",
                                     "'gpu' is not one of the values: choose from auto, cpu, cuda");
    check_refused<bool>("", "'' is not one of the values: choose from true, false");
}
