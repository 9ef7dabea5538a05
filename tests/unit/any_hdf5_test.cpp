#include "dcrnn/files/hdf5_file.hpp"
#include "support/expect_error.hpp"
#include "support/readings.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::all_readings;
using support::has_note;
using support::TemporaryFolder;
using Strings = std::vector<std::string>;
using Times = std::vector<std::int64_t>;

struct Example {
    TemporaryFolder folder;
    std::string path = folder.file("a.h5");
    DataOptions options;

    Example() {
        const std::vector<float> values{1, 2, 3, 4, 5, 6};
        const Times nanoseconds{1330560000000000000, 1330560300000000000}, seconds{0, 300},
            ids{773869, 767541, 767542};
        Hdf5File file = Hdf5File::create(path);
        file.write("a/speed", {2, 3}, values.data());
        file.write("a/cube", {2, 1, 3}, values.data());
        file.write("a/row", {6}, values.data());
        file.write("nanoseconds", {2}, nanoseconds.data());
        file.write("seconds", {2}, seconds.data());
        file.write_strings("texts", {"2012-03-01 00:00", "2012-03-01 00:05"});
        file.write("ids", {3}, ids.data());
        file.finish();
        options.source.values = "a/speed";
        options.source.times = "nanoseconds";
        options.source.ids = "ids";
    }
    TrafficFile open() const { return open_readings(path, options); }
};

BOOST_AUTO_TEST_CASE(datasets_are_named) {
    Example example;
    const TrafficFile file = example.open();
    BOOST_TEST(file.header().layout == "HDF5, dataset a/speed");
    BOOST_TEST(file.header().sensor_ids == (Strings{"773869", "767541", "767542"}));
    BOOST_TEST(file.header().timestamps == (Times{1330560000, 1330560300}));
    BOOST_TEST(has_note(file, "nanoseconds"));
    BOOST_TEST(all_readings(file) == (std::vector<double>{1, 2, 3, 4, 5, 6}));
    BOOST_TEST(!file.is_wide());
    example.options.source.times = "texts";
    BOOST_TEST(example.open().header().timestamps == (Times{1330560000, 1330560300}));
    example.options.source.times = "seconds";
    BOOST_TEST(example.open().header().timestamps == (Times{0, 300}));
}

BOOST_AUTO_TEST_CASE(times_and_ids_can_be_left_out) {
    Example example;
    example.options.source = support::starting("2012-03-01", 5).source;
    example.options.source.values = "a/cube";
    const TrafficFile file = example.open();
    BOOST_TEST(file.header().sensor_ids == Strings{"0"});
    BOOST_TEST(file.header().features() == 3);
    BOOST_TEST(file.header().timestamps == (Times{1330560000, 1330560300}));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused) {
    const auto refused = [](std::initializer_list<const char*> words, auto spoil) {
        Example example;
        spoil(example.options.source);
        support::expect_error(ErrorKind::data, words, [&] { example.open(); });
    };
    refused({"no dataset 'b'"}, [](SourceOptions& o) { o.values = "b"; });
    refused({"'a/row'", "[6]", "--values"}, [](SourceOptions& o) { o.values = "a/row"; });
    refused({"'ids'", "[3]", "[2]"}, [](SourceOptions& o) { o.times = "ids"; });
    refused({"'texts'", "[2]", "[3]"}, [](SourceOptions& o) { o.ids = "texts"; });
    refused({"'texts'", "cannot be the readings"}, [](SourceOptions& o) { o.values = "texts"; });
}

}  // namespace
}  // namespace dcrnn
