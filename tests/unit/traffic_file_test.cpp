#include "dcrnn/data/traffic_file.hpp"

#include "dcrnn/files/hdf5_file.hpp"
#include "dcrnn/readings/open_readings.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"
#include "support/traffic.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
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
    std::vector<double> rows(std::size_t{50} * 4 * 2);
    file.read_rows(20, 50, rows.data());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double expected = content.values[std::size_t{20} * 8 + i];
        if (std::isnan(expected))
            BOOST_TEST(std::isnan(rows[i]));
        else
            BOOST_TEST(rows[i] == static_cast<double>(static_cast<float>(expected)));
    }
}

BOOST_AUTO_TEST_CASE(only_the_wanted_rows_are_read) {
    const TemporaryFolder folder;
    support::write_traffic(folder.file("a.h5"), TrafficRecipe());
    const TrafficFile file(folder.file("a.h5"));
    const std::int64_t before = file.bytes_read();
    std::vector<float> rows(30 * 4 + 1, -1);
    file.read_rows(100, 30, rows.data());
    BOOST_TEST(file.bytes_read() - before == 30 * 4 * 4);
    BOOST_TEST(rows.back() == -1);
    file.read_rows(200, 0, rows.data());
    BOOST_TEST(file.bytes_read() - before == 30 * 4 * 4);
}

BOOST_AUTO_TEST_CASE(rows_count_on_over_a_clock_change) {
    const TemporaryFolder folder;
    TrafficRecipe recipe;
    recipe.rows = 72;
    recipe.start = 1509840000;  // 2017-11-05 00:00:00
    TrafficContent content = make_traffic(recipe);
    for (std::size_t row = 24; row < 72; ++row) content.timestamps[row] -= 3600;
    write_traffic_file(folder.file("a.h5"), content);
    const TrafficFile file(folder.file("a.h5"));
    BOOST_TEST(file.header().rows() == 60);
    BOOST_TEST_REQUIRE(file.header().notes.size() == 1u);
    BOOST_TEST(file.header().notes[0].find("2017-11-05 01:00:00") != std::string::npos);
    std::vector<double> rows(std::size_t{20} * 4);
    file.read_rows(15, 20, rows.data());  // rows 15 .. 23 and 36 .. 46 of the file
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::size_t row = 15 + i / 4 + (i / 4 < 9 ? 0 : 12);
        BOOST_TEST(rows[i] ==
                   static_cast<double>(static_cast<float>(content.values[row * 4 + i % 4])));
    }
    BOOST_TEST(file.header().timestamps[24] - file.header().timestamps[23] == 300);
}

// The last reading is NaN though the mask says that it is valid; the one before it is masked. The
// file has rows of a clock change, so that rows of the file and of the series differ.
BOOST_AUTO_TEST_CASE(a_mask_excuses_no_other_nan) {
    const TemporaryFolder folder;
    const std::vector<std::int64_t> ids{7, 8};
    std::vector<std::int64_t> times(72);
    for (std::size_t row = 0; row < 72; ++row)
        times[row] = 1509840000 + static_cast<std::int64_t>(row) * 300 - (row < 24 ? 0 : 3600);
    std::vector<float> values(144, 50);
    values[142] = values[143] = std::nanf("");
    std::vector<std::uint8_t> mask(144, 1);
    mask[142] = 0;
    Hdf5File output = Hdf5File::create(folder.file("a.h5"));
    output.write("values", {72, 2}, values.data());
    output.write("mask", {72, 2}, mask.data());
    output.write("timestamps", {72}, times.data());
    output.write("sensor_ids", {2}, ids.data());
    output.finish();
    const TrafficFile file(folder.file("a.h5"));
    BOOST_TEST_REQUIRE(file.header().rows() == 60);
    std::vector<float> rows(20);
    support::expect_error(ErrorKind::data, {"a.h5", "row 59", "sensor 1", "nan"},
                          [&] { file.read_usable_rows(50, 10, NullValue::zero, rows.data()); });
    file.read_usable_rows(50, 10, NullValue::nan, rows.data());
    file.read_usable_rows(50, 9, NullValue::zero, rows.data());
    file.read_rows(50, 10, rows.data());
    BOOST_TEST(std::isnan(rows[18]));
}

// The least that a hand-made file needs: a matrix, whole-number ids, no names.
BOOST_AUTO_TEST_CASE(a_plain_matrix_is_enough) {
    const TemporaryFolder folder;
    const std::vector<std::int64_t> times{0, 300}, ids{7, 8, 9};
    const std::vector<double> values{1, 2, 3, 4, 5, 6};
    Hdf5File output = Hdf5File::create(folder.file("a.h5"));
    output.write("values", {2, 3}, values.data());
    output.write("timestamps", {2}, times.data());
    output.write("sensor_ids", {3}, ids.data());
    output.finish();
    const TrafficFile file(folder.file("a.h5"));
    BOOST_TEST(file.header().sensor_ids == (std::vector<std::string>{"7", "8", "9"}));
    BOOST_TEST(file.header().feature_names == std::vector<std::string>{"value"});
    BOOST_TEST(file.header().feature_units == std::vector<std::string>{""});
    std::vector<double> rows(6);
    file.read_rows(0, 2, rows.data());
    BOOST_TEST(rows == values);
}

BOOST_AUTO_TEST_CASE(features_without_names_are_numbered) {
    const TemporaryFolder folder;
    const std::vector<std::int64_t> times{0, 300}, ids{7};
    const std::vector<double> values{1, 2, 3, 4};
    Hdf5File output = Hdf5File::create(folder.file("a.h5"));
    output.write("values", {2, 1, 2}, values.data());
    output.write("timestamps", {2}, times.data());
    output.write("sensor_ids", {1}, ids.data());
    output.finish();
    const TrafficFile file(folder.file("a.h5"));
    BOOST_TEST(file.header().feature_names == (std::vector<std::string>{"value1", "value2"}));
}

struct OwnFile {
    std::vector<std::int64_t> values{2, 3}, timestamps{2}, ids{3}, mask, adjacency;  // shapes
    std::int64_t first_time = 0, second_time = 300;
    std::vector<std::string> feature_names, id_texts;
    double version = 1;
};

void write_own(const std::string& path, const OwnFile& own) {
    Hdf5File file = Hdf5File::create(path);
    const std::vector<float> numbers(64, 5);
    const std::vector<std::uint8_t> flags(64, 1);
    std::vector<std::int64_t> integers(64);
    for (std::size_t i = 0; i < 64; ++i) integers[i] = static_cast<std::int64_t>(i) + 1;
    file.write("values", own.values, numbers.data());
    const std::vector<std::int64_t> times{own.first_time, own.second_time, 600};
    file.write("timestamps", own.timestamps, times.data());
    if (own.id_texts.empty())
        file.write("sensor_ids", own.ids, integers.data());
    else
        file.write_strings("sensor_ids", own.id_texts);
    if (!own.mask.empty()) file.write("mask", own.mask, flags.data());
    if (!own.adjacency.empty()) file.write("adjacency", own.adjacency, numbers.data());
    if (!own.feature_names.empty()) file.write_strings("feature_names", own.feature_names);
    file.write_number_attribute("/", "format_version", own.version);
    file.finish();
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_together_is_named) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    const auto refused = [&](std::initializer_list<const char*> words,
                             const std::function<void(OwnFile&)>& spoil) {
        OwnFile own;
        spoil(own);
        write_own(path, own);
        support::expect_error(ErrorKind::data, words, [&] { TrafficFile file(path); });
    };
    refused({"a.h5", "'values'", "[6]"}, [](OwnFile& f) { f.values = {6}; });
    refused({"'timestamps'", "[3]", "[2]"}, [](OwnFile& f) { f.timestamps = {3}; });
    refused({"'sensor_ids'", "[4]", "[3]"}, [](OwnFile& f) { f.ids = {4}; });
    refused({"'mask'", "[2, 3, 1]", "[2, 3]"}, [](OwnFile& f) { f.mask = {2, 3, 1}; });
    refused({"'adjacency'", "[2, 2]", "[3, 3]"}, [](OwnFile& f) { f.adjacency = {2, 2}; });
    refused({"'feature_names'", "[2]", "[1]"}, [](OwnFile& f) { f.feature_names = {"a", "b"}; });
    refused({"sensor id 'x'", "twice", "columns 0 and 2"}, [](OwnFile& f) {
        f.id_texts = {"x", "y", "x"};
    });
    refused({"sensor id 1", "empty"}, [](OwnFile& f) { f.id_texts = {"x", "", "z"}; });
    refused({"not seconds", "1330560000000"}, [](OwnFile& f) { f.second_time = 1330560000000; });
    refused({"not ascending at row 1"}, [](OwnFile& f) { f.second_time = -60; });
    refused({"repeated at row 1", "1970-01-01 00:00:00"}, [](OwnFile& f) { f.second_time = 0; });
    refused({"version 2"}, [](OwnFile& f) { f.version = 2; });
    refused({"no readings", "0 rows of 3 sensors"}, [](OwnFile& f) {
        f.values = {0, 3};
        f.timestamps = {0};
    });
}

BOOST_AUTO_TEST_CASE(a_shape_that_the_file_cannot_hold_is_refused_before_memory_is_taken) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    const auto refused = [&](std::initializer_list<const char*> words,
                             const std::vector<std::int64_t>& shape) {
        const std::vector<std::int64_t> ids{7, 8, 9};
        Hdf5File output = Hdf5File::create(path);
        output.create_rows<float>("values", shape);
        output.create_rows<std::int64_t>("timestamps", {shape[0]});
        output.write("sensor_ids", {3}, ids.data());
        output.finish();
        support::expect_error(ErrorKind::data, words, [&] { TrafficFile file(path); });
    };
    refused({"'values'", "[2, 3, 20000]", "time, sensor, feature"}, {2, 3, 20'000});
    refused({"'values'", "claims", "[1000000000000, 3]", "never written"}, {1'000'000'000'000, 3});
    refused({"'values'", "claims"}, {4'000'000, 1000, 1000});
}

BOOST_AUTO_TEST_CASE(ids_beyond_signed_integers_keep_their_digits) {
    const TrafficFile file(support::test_file("unsigned_ids.h5"));
    BOOST_TEST(file.header().sensor_ids ==
               (std::vector<std::string>{"5", "9223372036854775813", "18446744073709551615"}));
}

// values [2, 3] of 64 bits with this mask.
template <class Mark>
void write_masked(const std::string& path, const std::vector<double>& values,
                  const std::vector<Mark>& mask) {
    const std::vector<std::int64_t> times{0, 300}, ids{7, 8, 9};
    Hdf5File output = Hdf5File::create(path);
    output.write("values", {2, 3}, values.data());
    output.write("timestamps", {2}, times.data());
    output.write("sensor_ids", {3}, ids.data());
    output.write("mask", {2, 3}, mask.data());
    output.finish();
}

BOOST_AUTO_TEST_CASE(a_mask_is_of_zeros_and_ones) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    const std::vector<double> values{1, 2, 3, 4, 5, 6};
    std::vector<float> rows(6);
    const auto read = [&] { TrafficFile(path).read_rows(0, 2, rows.data()); };
    write_masked<double>(path, values, {1, 1, 0, 1, 1, 0});
    read();
    BOOST_TEST(rows[1] == 2);
    BOOST_TEST(std::isnan(rows[5]));
    write_masked<double>(path, values, {1, 1, 1, 1, 0.5, 1});
    support::expect_error(ErrorKind::data, {"a.h5", "mask of row 1, sensor 1", "is 0.5"}, read);
    write_masked<std::int64_t>(path, values, {1, 1, -1, 1, 1, 1});
    support::expect_error(ErrorKind::data, {"row 0, sensor 2", "is -1"}, read);
    write_masked<std::uint8_t>(path, values, {1, 2, 1, 1, 1, 1});
    support::expect_error(ErrorKind::data, {"row 0, sensor 1", "is 2"}, read);
}

BOOST_AUTO_TEST_CASE(a_number_too_large_for_float32_is_not_called_infinite) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    const auto read = [&](auto zero) {
        std::vector<decltype(zero)> rows(6);
        TrafficFile(path).read_usable_rows(0, 2, NullValue::zero, rows.data());
        return static_cast<double>(rows[4]);
    };
    write_masked<double>(path, {1, 2, 3, 4, 1e300, 6}, {1, 1, 1, 1, 1, 1});
    support::expect_error(ErrorKind::data,
                          {"a.h5", "row 1, sensor 1", "is 1e+300", "--precision float64"},
                          [&] { read(0.0F); });
    BOOST_TEST(read(0.0) == 1e300);
    write_masked<double>(path, {1, 2, 3, 4, 1e300, 6}, {1, 1, 1, 1, 0, 1});
    BOOST_TEST(std::isnan(read(0.0F)));
    write_masked<double>(path, {1, 2, 3, 4, INFINITY, 6}, {1, 1, 1, 1, 1, 1});
    support::expect_error(ErrorKind::data, {"row 1, sensor 1", "infinite"}, [&] { read(0.0F); });
}

BOOST_AUTO_TEST_CASE(other_hdf5_files_have_their_content_listed) {
    support::expect_error(ErrorKind::data,
                          {"foreign_hdf5.h5", "no traffic data", "big_endian, bits, deflated"},
                          [] { open_readings({support::test_file("foreign_hdf5.h5")}, {}); });
}

}  // namespace
}  // namespace dcrnn
