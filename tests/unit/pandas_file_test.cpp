#include "dcrnn/readings/open_readings.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/pandas.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>
#include <vector>

namespace dcrnn {
namespace {

using support::PandasFrame;
using support::TemporaryFolder;
using support::write_pandas_file;
using Strings = std::vector<std::string>;
using Times = std::vector<std::int64_t>;

DataOptions with_key(const std::string& key) {
    DataOptions options;
    options.key = key;
    return options;
}

template <class T>
std::vector<T> read_all(const TrafficFile& file) {
    std::vector<T> values(static_cast<std::size_t>(file.header().rows() * file.header().sensors()));
    file.read_rows(0, file.header().rows(), values.data());
    return values;
}

BOOST_AUTO_TEST_CASE(a_frame_is_a_series_of_one_feature) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    write_pandas_file(path, {PandasFrame()});
    const TrafficFile file = open_readings(path);
    BOOST_TEST(file.header().layout == "pandas, group df");
    BOOST_TEST(file.header().sensor_ids == (Strings{"a", "b"}));
    BOOST_TEST(file.header().feature_names == Strings{"value"});
    BOOST_TEST(file.header().timestamps == (Times{0, 300, 600}));
    BOOST_TEST(!file.header().has_mask);
    BOOST_TEST(!file.header().has_adjacency);
    BOOST_TEST(read_all<double>(file) == (std::vector<double>{1, 2, 3, 4, 5, 6}));
    support::expect_error(ErrorKind::data, {"no adjacency", "--graph"},
                          [&] { file.read_adjacency(); });
}

BOOST_AUTO_TEST_CASE(the_block_may_have_another_order_of_columns) {
    const TemporaryFolder folder;
    PandasFrame frame;
    frame.columns = {"x", "y", "z"};
    frame.block_columns = {"z", "x", "y"};
    frame.index.pop_back();
    write_pandas_file(folder.file("a.h5"), {frame});
    const TrafficFile file = open_readings(folder.file("a.h5"));
    BOOST_TEST(file.header().sensor_ids == frame.columns);
    BOOST_TEST(read_all<float>(file) == (std::vector<float>{2, 3, 1, 5, 6, 4}));
}

BOOST_AUTO_TEST_CASE(the_unit_of_the_index_is_the_one_recorded) {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::int64_t>> units{
        {"datetime64[s]", 1},
        {"datetime64[ms]", 1'000},
        {"datetime64[us]", 1'000'000},
        {"datetime64[ns]", 1'000'000'000},
        {"datetime64[us, Europe/Berlin]", 1'000'000}};
    for (const auto& [kind, ticks] : units) {
        PandasFrame frame;
        frame.kind = kind;
        frame.index = {-300 * ticks, 0, 300 * ticks};
        write_pandas_file(folder.file("a.h5"), {frame});
        BOOST_TEST(open_readings(folder.file("a.h5")).header().timestamps == (Times{-300, 0, 300}));
    }
}

BOOST_AUTO_TEST_CASE(groups_are_found_or_chosen) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    PandasFrame speed, flow;
    speed.group = "data/speed";
    speed.type = "";  // written by other means, in the same layout
    flow.group = "flow";
    flow.columns = flow.block_columns = {"c", "d"};
    write_pandas_file(path, {speed});
    BOOST_TEST(open_readings(path).header().layout == "pandas, group data/speed");
    write_pandas_file(path, {speed, flow});
    support::expect_error(ErrorKind::data, {"a.h5", "data/speed, flow", "--key"},
                          [&] { open_readings(path); });
    support::expect_error(ErrorKind::data, {"a.h5", "'volume'", "data/speed, flow", "--key"},
                          [&] { open_readings(path, with_key("volume")); });
    BOOST_TEST(open_readings(path, with_key("/flow")).header().sensor_ids == flow.columns);
    BOOST_TEST(open_readings(path, with_key("data/speed")).header().sensor_ids == speed.columns);
    write_pandas_file(path, {speed, flow, PandasFrame()});
    BOOST_TEST(open_readings(path).header().layout == "pandas, group df");
}

// Hard and soft links back to a group above, and one to itself.
BOOST_AUTO_TEST_CASE(links_in_circles_have_an_end) {
    const TrafficFile file = open_readings(support::test_file("circular_links.h5"));
    BOOST_TEST(file.header().layout == "pandas, group a/b/df");
    BOOST_TEST(file.header().sensor_ids == (std::vector<std::string>{"x", "y"}));
}

BOOST_AUTO_TEST_CASE(what_is_not_read_is_said) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    const auto refused = [&](std::initializer_list<const char*> words,
                             const std::function<void(PandasFrame&)>& spoil) {
        PandasFrame frame;
        spoil(frame);
        write_pandas_file(path, {frame});
        support::expect_error(ErrorKind::data, words, [&] { open_readings(path); });
    };
    refused({"'df'", "a.h5", "has no table"}, [](PandasFrame& f) { f.type = "frame_table"; });
    refused({"it is a series"}, [](PandasFrame& f) { f.type = "series"; });
    refused({"kind 'float'", "time index"}, [](PandasFrame& f) { f.kind = "float"; });
    refused({"row 1", "NaT"},
            [](PandasFrame& f) { f.index[1] = std::numeric_limits<std::int64_t>::min(); });
    refused({"'c' is not in both"}, [](PandasFrame& f) { f.columns.push_back("c"); });
    refused({"'c' is not in both"}, [](PandasFrame& f) { f.block_columns[1] = "c"; });
    refused({"sensor id 'a'", "twice", "columns 0 and 1"}, [](PandasFrame& f) {
        f.columns = f.block_columns = {"a", "a"};
    });
    refused({"not ascending at row 2", "00:05:00"},
            [](PandasFrame& f) { f.index[2] = 100'000'000'000; });
    refused({"repeated at row 2"}, [](PandasFrame& f) { f.index[2] = f.index[1]; });
    refused({"no readings", "0 rows"}, [](PandasFrame& f) { f.index.clear(); });
}

BOOST_AUTO_TEST_CASE(real_files_that_are_not_read_are_told_apart) {
    const auto refused = [](const std::string& name, std::initializer_list<const char*> words,
                            const std::string& key = "") {
        const std::string path = support::shared_file("data/" + name);
        if (path.empty()) {
            BOOST_TEST_MESSAGE("skipped: no " << name << " below DCRNN_SHARED");
            return;
        }
        support::expect_error(ErrorKind::data, words, [&] { open_readings(path, with_key(key)); });
    };
    refused("hdf5/nilmtk_energy.h5", {"building1/elec/meter1, building1/elec/meter2", "--key"});
    refused("hdf5/osm_sample.h5", {"edges, nodes", "--key"});
    refused("hdf5/dlc_machinelabels-iter0_fixed.h5", {"row labels are texts", "img07.png"});
    refused("hdf5/nilmtk_co_test.h5", {"good_sections", "are times"},
            "building1/elec/cache/meter1/good_sections");
    refused("not-data/lfs-pointer_metr-la.h5", {"Git LFS pointer", "git lfs pull"});
    refused("not-data/lfs-pointer_train.npz", {"Git LFS pointer"});
}

}  // namespace
}  // namespace dcrnn
