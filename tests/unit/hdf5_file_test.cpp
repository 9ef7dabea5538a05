#include "dcrnn/files/hdf5_file.hpp"

#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace dcrnn {
namespace {

using support::expect_error;
using support::TemporaryFolder;
using Strings = std::vector<std::string>;

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
    BOOST_TEST(file.read_strings("ids") == (Strings{"773869", "", "Straße"}));
    BOOST_TEST(file.read_text_attribute("model", "about") == "two layers");
    BOOST_TEST(file.read_text_attribute("/", "about") == "second");
    BOOST_TEST(file.read_number_attribute("new/group", "rate") == 0.1);
    BOOST_TEST(file.read_number_attribute("/", "count") == 12);
    BOOST_TEST(!file.has_attribute("/", "rate"));
    BOOST_TEST(file.children("/") == (Strings{"ids", "model", "new", "none", "step"}));
    BOOST_TEST(file.has("model/layer"));
    BOOST_TEST(!file.is_dataset("model/layer"));
    BOOST_TEST(file.is_dataset("model/layer/weight"));
    BOOST_TEST(!file.has("nowhere/at/all"));
}

BOOST_AUTO_TEST_CASE(what_others_write_is_read) {
    const Hdf5File file = Hdf5File::open(support::test_file("foreign_hdf5.h5"));
    BOOST_TEST(file.read<double>("big_endian") == (std::vector<double>{1.5, -2, 3, 4, 5, 6}));
    BOOST_TEST(file.read<float>("half") == (std::vector<float>{0.5f, 2048}));
    BOOST_TEST(file.read<std::int64_t>("small_int") == (std::vector<std::int64_t>{-3, 7}));
    BOOST_TEST(file.read<double>("unsigned")[1] == std::ldexp(1.0, 63));
    const std::vector<std::uint8_t> flags{1, 0, 1};
    BOOST_TEST(file.read<std::uint8_t>("flags") == flags);
    BOOST_TEST(file.read<std::uint8_t>("bits") == flags);
    BOOST_TEST(file.read_strings("fixed") == (Strings{"ab", "c", ""}));
    BOOST_TEST(file.read_strings("space_padded") == (Strings{"ab", "a b"}));
    BOOST_TEST(file.read_strings("variable") == (Strings{"one", "Straße", ""}));
    BOOST_TEST(file.read<double>("scalar") == std::vector<double>{42});
    BOOST_TEST(file.read_text_attribute("/", "text") == "words");
    BOOST_TEST(file.read_text_attribute("/", "bytes") == "fixed");
    BOOST_TEST(file.read_text_attribute("/", "empty").empty());
    BOOST_TEST(file.read_number_attribute("/", "int") == -7);
    BOOST_TEST((file.info("flags").element == ElementKind::integer));
    BOOST_TEST((file.info("half").element == ElementKind::floating));
    BOOST_TEST((file.info("variable").element == ElementKind::string));
    BOOST_TEST((file.info("table").element == ElementKind::other));
}

BOOST_AUTO_TEST_CASE(rows_are_read_alone) {
    const Hdf5File file = Hdf5File::open(support::test_file("foreign_hdf5.h5"));
    std::vector<float> rows(10 * 6 + 1, -1);
    file.read_rows("deflated", 990, 10, rows.data());
    for (std::size_t i = 0; i < 60; ++i) BOOST_TEST(rows[i] == 990 * 6 + static_cast<float>(i));
    BOOST_TEST(rows[60] == -1);
    BOOST_TEST(file.bytes_read() == 10 * 6 * 8);
    file.read_rows("deflated", 1000, 0, rows.data());
    BOOST_TEST(file.bytes_read() == 10 * 6 * 8);
    expect_error(ErrorKind::data, {"rows 995 to 1004", "deflated", "[1000, 6]"},
                 [&] { file.read_rows("deflated", 995, 10, rows.data()); });
}

BOOST_AUTO_TEST_CASE(rows_are_written_in_any_order) {
    const TemporaryFolder folder;
    Hdf5File file = Hdf5File::create(folder.file("rows.h5"));
    const std::vector<float> values{0, 1, 2, 3, 4, 5, 6, 7};
    file.create_rows<float>("forecast/values", {4, 2});
    file.write_rows("forecast/values", 3, 1, values.data() + 6);
    file.write_rows("forecast/values", 0, 2, values.data());
    file.write_rows("forecast/values", 2, 1, values.data() + 4);
    file.write_rows("forecast/values", 4, 0, values.data());
    file.finish();
    BOOST_TEST(Hdf5File::open(folder.file("rows.h5")).read<float>("forecast/values") == values);
}

BOOST_AUTO_TEST_CASE(wrong_objects_are_named) {
    const Hdf5File file = Hdf5File::open(support::test_file("foreign_hdf5.h5"));
    expect_error(ErrorKind::data, {"foreign_hdf5.h5", "'nothing'"},
                 [&] { file.read<double>("nothing"); });
    expect_error(ErrorKind::data, {"'fixed'", "no numbers", "text"},
                 [&] { file.read<double>("fixed"); });
    expect_error(ErrorKind::data, {"'table'", "several columns"},
                 [&] { file.read<float>("table"); });
    expect_error(ErrorKind::data, {"'half'", "not text"}, [&] { file.read_strings("half"); });
    expect_error(ErrorKind::data, {"'half'", "not a group"}, [&] { file.children("half"); });
    expect_error(ErrorKind::data, {"attribute list", "not one number"},
                 [&] { file.read_number_attribute("/", "list"); });
    expect_error(ErrorKind::data, {"attribute text"},
                 [&] { file.read_number_attribute("/", "text"); });
    expect_error(ErrorKind::data, {"attribute none"},
                 [&] { file.read_text_attribute("/", "none"); });
}

void write_text(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

BOOST_AUTO_TEST_CASE(what_is_no_hdf5_file_is_said) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& name, std::initializer_list<const char*> words) {
        BOOST_TEST_CONTEXT(name)
        expect_error(ErrorKind::data, words, [&] { Hdf5File::open(folder.file(name)); });
    };
    refused("missing.h5", {"missing.h5", "no such file"});
    refused(".", {"directory"});
    write_text(folder.file("empty.h5"), "");
    refused("empty.h5", {"empty.h5", "the file is empty"});
    write_text(folder.file("pointer.h5"),
               "version https://git-lfs.github.com/spec/v1\noid sha256:64784b\nsize 57038056\n");
    refused("pointer.h5", {"pointer.h5", "Git LFS pointer", "git lfs pull"});
    write_text(folder.file("text.h5"), "from,to,cost\n1,2,3.5\n");
    refused("text.h5", {"text.h5", "text file"});
    write_text(folder.file("zip.h5"), std::string("PK\x03\x04\0\0", 6));
    refused("zip.h5", {"zip.h5", "zip archive"});
    write_text(folder.file("noise.h5"), std::string("\x80\x02]q\0\x01", 6));
    refused("noise.h5", {"noise.h5", "not an HDF5 file"});
    std::filesystem::copy(support::test_file("foreign_hdf5.h5"), folder.file("short.h5"));
    std::filesystem::resize_file(folder.file("short.h5"), 5000);
    refused("short.h5", {"short.h5", "truncated", "5000"});
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_named) {
    const TemporaryFolder folder;
    expect_error(ErrorKind::other, {"nowhere/a.h5", "No such file or directory"},
                 [&] { Hdf5File::create(folder.file("nowhere/a.h5")); });
}

// A limit on the size of files stands for a full disk.
class SmallDisk {
public:
    explicit SmallDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        rlimit small = before_;
        small.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

private:
    rlimit before_{};
};

BOOST_AUTO_TEST_CASE(a_full_disk_fails_the_save_and_nothing_else) {
    const TemporaryFolder folder;
    const std::string path = folder.file("full.h5");
    const std::vector<double> values(1 << 18, 1.5);
    const auto save = [&](std::int64_t count, int datasets) {
        Hdf5File file = Hdf5File::create(path);
        for (int i = 0; i < datasets; ++i)
            file.write("group/" + std::to_string(i), {count}, values.data());
        file.write_text_attribute("group", "about", "values");
        file.finish();
    };
    {
        const SmallDisk disk(1 << 20);
        const auto large = std::int64_t{1} << 18;
        expect_error(ErrorKind::other, {"full.h5", "File too large"}, [&] { save(large, 1); });
        expect_error(ErrorKind::other, {"full.h5", "File too large"}, [&] { save(10, 20000); });
        save(10, 1);
    }
    save(std::int64_t{1} << 18, 1);
    BOOST_TEST(Hdf5File::open(path).read<double>("group/0") == values);
}

}  // namespace
}  // namespace dcrnn
