#include "dcrnn/data/hdf5_file.hpp"

#include "dcrnn/error.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using support::TemporaryFolder;

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.h5");
    const std::vector<double> values{0.1, -2, 3e200, 4, 5, 6};
    {
        Hdf5File file = Hdf5File::create(path);
        file.write("model/layer/weight", {2, 3}, values.data());
        const std::int64_t step = 1LL << 60;
        file.write("step", {}, &step);
        file.write("none", {0, 3}, values.data());
        file.write_strings("ids", {"773869", "", "Straße"});
        file.write_text_attribute("model", "about", "two layers");
        file.write_text_attribute("/", "about", "first");
        file.write_text_attribute("/", "about", "second");
        file.write_number_attribute("new/group", "rate", 0.1);
        file.write_number_attribute("/", "count", std::int64_t{12});
        file.finish();
    }
    const Hdf5File file = Hdf5File::open(path);
    BOOST_TEST(file.read<double>("model/layer/weight") == values);
    BOOST_TEST(file.info("model/layer/weight").shape == (std::vector<std::int64_t>{2, 3}));
    BOOST_TEST(file.info("model/layer/weight").bytes == 8);
    BOOST_TEST(file.read<std::int64_t>("step") == std::vector<std::int64_t>{1LL << 60});
    BOOST_TEST(file.info("step").shape.empty());
    BOOST_TEST(file.read<double>("none").empty());
    BOOST_TEST(file.read_strings("ids") == (std::vector<std::string>{"773869", "", "Straße"}));
    BOOST_TEST(file.read_text_attribute("model", "about") == "two layers");
    BOOST_TEST(file.read_text_attribute("/", "about") == "second");
    BOOST_TEST(file.read_number_attribute("new/group", "rate") == 0.1);
    BOOST_TEST(file.read_number_attribute("/", "count") == 12);
    BOOST_TEST(!file.has_attribute("/", "rate"));
    BOOST_TEST(file.children("/") ==
               (std::vector<std::string>{"ids", "model", "new", "none", "step"}));
    BOOST_TEST(file.has("model/layer"));
    BOOST_TEST(!file.is_dataset("model/layer"));
    BOOST_TEST(file.is_dataset("model/layer/weight"));
    BOOST_TEST(!file.has("nowhere/at/all"));
}

}  // namespace
}  // namespace dcrnn
