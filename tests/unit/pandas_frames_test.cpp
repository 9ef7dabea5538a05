// Frames as pandas 3 stores them (tests/data/make_readings.py), and real ones of older versions.
#include "dcrnn/data/calendar.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/readings.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::all_readings;
using support::has_note;
using support::test_file;
using Strings = std::vector<std::string>;
using Times = std::vector<std::int64_t>;
using Values = std::vector<double>;

constexpr std::int64_t kStart = 1330560000;  // 2012-03-01

DataOptions keyed(const std::string& key, DataOptions options = {}) {
    options.key = key;
    return options;
}

TrafficFile frame(const std::string& key) {
    return open_readings(test_file("pandas_frames.h5"), keyed(key));
}

BOOST_AUTO_TEST_CASE(blocks_of_several_types_are_put_together) {
    for (const char* form : {"fixed", "table"}) {
        const TrafficFile file = frame(std::string(form) + "/mixed");
        BOOST_TEST(file.header().sensor_ids == (Strings{"b", "a", "c"}));
        BOOST_TEST(file.header().timestamps == (Times{kStart, kStart + 300, kStart + 600}));
        Values values = all_readings(file);
        BOOST_TEST(std::isnan(values[6]));
        values[6] = -1;
        BOOST_TEST(values == (Values{1.5, 1, 0.25, 2.5, 2, 0.5, -1, 3, 0.75}));
        BOOST_TEST(file.is_wide());
        std::vector<float> row(3);
        file.read_rows(1, 1, row.data());
        BOOST_TEST(row == (std::vector<float>{2.5, 2, 0.5}));
    }
    BOOST_TEST(frame("table/mixed").header().layout == "pandas, table table/mixed");
}

BOOST_AUTO_TEST_CASE(labels_of_several_levels_are_joined) {
    for (const char* form : {"fixed", "table"}) {
        const TrafficFile file = frame(std::string(form) + "/levels");
        BOOST_TEST(file.header().sensor_ids == (Strings{"north|speed", "south|speed"}));
        BOOST_TEST(has_note(file, "joined with |"));
        BOOST_TEST(all_readings(file) == (Values{0, 1, 2, 3, 4, 5}));
    }
}

BOOST_AUTO_TEST_CASE(an_index_that_counts_needs_a_start) {
    for (const char* form : {"fixed", "table"}) {
        const std::string path = test_file("pandas_frames.h5"),
                          key = std::string(form) + "/counted";
        support::expect_error(ErrorKind::usage, {"kind 'integer'", "from 10 on", "--start"},
                              [&] { frame(key); });
        const TrafficFile file =
            open_readings(path, keyed(key, support::starting("2012-03-01", 5)));
        BOOST_TEST(file.header().sensor_ids == (Strings{"7", "5"}));
        // The row 12 is not there.
        BOOST_TEST(file.header().timestamps == (Times{kStart, kStart + 300, kStart + 900}));
        BOOST_TEST(all_readings(file) == (Values{1, 4, 2, 5, 3, 6}));
    }
}

BOOST_AUTO_TEST_CASE(a_zone_is_noted) {
    for (const char* form : {"fixed", "table"}) {
        const TrafficFile file = frame(std::string(form) + "/zoned");
        BOOST_TEST(has_note(file, "time zone"));
        BOOST_TEST(file.header().timestamps.front() == kStart + 8 * 3600);  // UTC
    }
    BOOST_TEST(!has_note(frame("table/mixed"), "time zone"));
}

BOOST_AUTO_TEST_CASE(columns_of_their_own_and_other_compression) {
    const auto read_or_name_plugin = [](const std::string& key, const char* filter,
                                        const char* package) {
        try {
            const TrafficFile file = frame(key);
            BOOST_TEST(file.header().sensor_ids == (Strings{"a", "b"}));
            BOOST_TEST(all_readings(file) == (Values{1, 4, 2, 5, 3, 6}));
        } catch (const Error& error) {
            BOOST_TEST(std::string(error.what()).find(filter) != std::string::npos, error.what());
            BOOST_TEST(std::string(error.what()).find(package) != std::string::npos, error.what());
        }
    };
    read_or_name_plugin("table/named", "bzip2", "hdf5-filter-plugin");
    read_or_name_plugin("table/blosc", "blosc", "hdf5-filter-plugin-blosc-serial");
}

BOOST_AUTO_TEST_CASE(what_is_no_frame_of_numbers_is_refused) {
    support::expect_error(ErrorKind::data, {"'series'", "it is a series"}, [] { frame("series"); });
    support::expect_error(ErrorKind::data, {"'table/text'", "not numbers"},
                          [] { frame("table/text"); });
    support::expect_error(ErrorKind::data, {"several pandas groups", "fixed/mixed, ", "--key"},
                          [] { frame(""); });
}

// The file of that name among the real ones, or nothing to do.
void with_real(const std::string& name, const DataOptions& options,
               const std::function<void(const TrafficFile&)>& expect) {
    const std::string path = support::shared_file("data/hdf5/" + name);
    if (path.empty())
        BOOST_TEST_MESSAGE("skipped: no " << name << " below DCRNN_SHARED");
    else
        expect(open_readings(path, options));
}

BOOST_AUTO_TEST_CASE(real_frames_in_fixed_format) {
    const auto daily = support::starting("2018-01-01", 1440);
    with_real("crypto_prices.h5", daily, [](const TrafficFile& file) {
        BOOST_TEST(file.header().rows() == 1461);
        BOOST_TEST(file.header().sensor_ids.front() == "ADA-USD");
        const Values values = all_readings(file);
        BOOST_TEST(values[0] == 0.7286570072174072);
        BOOST_TEST(values.back() == 0.8311629891395569);
        BOOST_TEST(format_time(file.header().timestamps.back()) == "2021-12-31 00:00:00");
    });
    with_real("crypto_log_return.h5", daily, [](const TrafficFile& file) {
        BOOST_TEST(file.header().rows() == 1460);
        BOOST_TEST(all_readings(file)[1] == 0.04906516471226796);
    });
    with_real("ejaj_store.h5", {}, [](const TrafficFile& file) {
        BOOST_TEST(file.header().rows() == 8);
        BOOST_TEST(format_time(file.header().timestamps.front()) == "2000-01-01 00:00:00");
        BOOST_TEST(all_readings(file)[0] == 0.4691122999071863);
        BOOST_TEST(all_readings(file).back() == 0.5249876671147047);
    });
    with_real("osm_sample.h5", keyed("edges", daily), [](const TrafficFile& file) {
        BOOST_TEST(file.header().rows() == 1702);
        BOOST_TEST(file.header().sensors() == 3);
    });
}

BOOST_AUTO_TEST_CASE(real_frames_in_table_format) {
    with_real("nilmtk_energy.h5", keyed("building1/elec/meter1"), [](const TrafficFile& file) {
        BOOST_TEST(file.header().rows() == 14);
        BOOST_TEST(file.header().sensor_ids ==
                   (Strings{"power|active", "power|reactive", "power|apparent",
                            "cumulative energy|apparent", "energy|reactive"}));
        BOOST_TEST(format_time(file.header().timestamps.back()) == "2010-01-01 00:02:10");
        BOOST_TEST(all_readings(file)[13 * 5 + 3] == 0.018027777777777778);
    });
    with_real("nilmtk_co_test.h5", keyed("building1/elec/meter3"), [](const TrafficFile& file) {
        BOOST_TEST(file.header().rows() == 4000);
        BOOST_TEST(file.header().timestamps.front() == 1325376000);
        BOOST_TEST(all_readings(file).back() == 1000);
        BOOST_TEST(!file.is_wide());
    });
    with_real("dlc_filtered_table.h5", support::starting("2020-01-01", 1),
              [](const TrafficFile& file) {
                  BOOST_TEST(file.header().rows() == 12);
                  BOOST_TEST(file.header().sensor_ids[1] ==
                             "DeepCut_resnet50_TESTAug16shuffle1_5|bodypart1|y");
                  BOOST_TEST(all_readings(file)[0] == 15.008785724639893);
                  BOOST_TEST(all_readings(file).back() == 0.9537558555603027);
              });
}

}  // namespace
}  // namespace dcrnn
