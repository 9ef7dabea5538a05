// NumPy's arrays: those that tests/data/make_numpy_arrays.py stored, and broken ones.
#include "dcrnn/files/npy_array.hpp"

#include "dcrnn/files/npz_file.hpp"
#include "support/bytes.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using Integers = std::vector<std::int64_t>;
using Doubles = std::vector<double>;
using Strings = std::vector<std::string>;

NpyArray stored(const std::string& name) {
    return NpzFile::open(support::test_file("numpy_arrays.npz")).array(name);
}

Doubles numbers(const std::string& name) { return stored(name).read<double>(); }
Integers integers(const std::string& name) { return stored(name).read<std::int64_t>(); }

Doubles count_to(int end) {
    Doubles list(static_cast<std::size_t>(end));
    std::iota(list.begin(), list.end(), 0);
    return list;
}

// A .npy file of format 1.0, in memory.
std::string npy(const std::string& header, const std::string& data) {
    return "\x93NUMPY" + std::string("\1\0", 2) + support::little_endian(header.size(), 2) +
           header + data;
}

NpyArray in_memory(const std::string& bytes) { return NpyArray(bytes_of_memory(bytes, "'a.npy'")); }

void refused(const std::string& bytes, std::initializer_list<const char*> words) {
    support::expect_error(ErrorKind::data, words, [&] { in_memory(bytes); });
}

void refused_header(const std::string& header, std::initializer_list<const char*> words) {
    refused(npy(header, std::string(24, '\0')), words);
}

BOOST_AUTO_TEST_CASE(every_type_of_number) {
    BOOST_TEST(integers("bool") == (Integers{1, 0, 1}));
    BOOST_TEST(integers("i1") == (Integers{-128, 0, 127}));
    BOOST_TEST(integers("i2") == (Integers{-300, 300}));
    BOOST_TEST(integers("i4") == (Integers{-70000, 70000}));
    BOOST_TEST(integers("i8") == (Integers{std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::int64_t>::max()}));
    BOOST_TEST(integers("u1") == (Integers{0, 255}));
    BOOST_TEST(integers("u2") == (Integers{65535}));
    BOOST_TEST(integers("u4") == (Integers{4294967295}));
    BOOST_TEST(numbers("u8") == (Doubles{9223372036854775808.0, 1}));
    BOOST_TEST(numbers("f4") == (Doubles{1.5, -2, 3e38F, 0.1F}));
    BOOST_TEST(numbers("f4_big") == (Doubles{0.1F, 1e-40F}));
    BOOST_TEST(numbers("f8") == (Doubles{0.1, 1e300}));
    BOOST_TEST(numbers("f8_big") == (Doubles{0.1, -1e-300}));
    const Doubles half = numbers("f2");
    BOOST_TEST(
        Doubles(half.begin(), half.end() - 1) ==
        (Doubles{0.5, -2048, std::ldexp(1, -24), 65504, std::numeric_limits<double>::infinity()}));
    BOOST_TEST(std::isnan(half.back()));
    BOOST_TEST(numbers("f2_big")[0] == 1.5);
    BOOST_TEST(std::signbit(numbers("f2_big")[1]));
    BOOST_TEST(stored("f8").read<float>()[0] == 0.1F);
    support::expect_error(ErrorKind::data, {"'u8.npy' in", "9223372036854775808", "2^63-1"},
                          [] { integers("u8"); });
    support::expect_error(ErrorKind::data, {"'f8.npy' in", "<f8", "integers are needed"},
                          [] { integers("f8"); });
    support::expect_error(ErrorKind::data, {"'S.npy'", "numbers are needed"}, [] { numbers("S"); });
}

BOOST_AUTO_TEST_CASE(shapes_and_orders) {
    BOOST_TEST(stored("f4").shape() == (Integers{2, 2}));
    BOOST_TEST(stored("scalar").shape().empty());
    BOOST_TEST(numbers("scalar") == Doubles{7.25});
    BOOST_TEST(stored("none").shape() == (Integers{0, 5}));
    BOOST_TEST(numbers("none").empty());
    BOOST_TEST(stored("c_order").shape() == (Integers{2, 3, 4}));
    BOOST_TEST(numbers("c_order") == count_to(24));
    BOOST_TEST((stored("fortran").header().order == NpyOrder::fortran));
    BOOST_TEST(numbers("fortran") == count_to(24));
    BOOST_TEST(numbers("fortran_i4") == count_to(24));
}

BOOST_AUTO_TEST_CASE(rows_of_a_large_array) {
    for (const std::string name : {"c_order", "fortran", "fortran_i4"}) {
        Doubles row(12);
        const NpyArray array = stored(name);
        array.read_rows(1, 1, row.data());
        BOOST_TEST(row.front() == 12, name);
        BOOST_TEST(row.back() == 23, name);
        array.read_rows(0, 1, row.data());  // back again
        BOOST_TEST(row.back() == 11, name);
        array.read_rows(2, 0, row.data());
        support::expect_error(ErrorKind::data, {"no rows 1 to 3", "(2, 3, 4)"},
                              [&] { array.read_rows(1, 2, row.data()); });
    }
    // A deflated one, of more than a block, forward and back.
    const NpzFile file = NpzFile::open(support::test_file("numpy_deflated.npz"));
    BOOST_TEST(file.names() == (Strings{"speeds", "ids"}));
    const NpyArray speeds = file.array("speeds");
    for (const std::int64_t first : {39, 7, 8, 20}) {
        Doubles row(500);
        speeds.read_rows(first, 1, row.data());
        BOOST_TEST(row == count_to(500), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(many_blocks) {
    constexpr std::int64_t kRows = 700, kColumns = 501;
    const std::string header =
        "{'descr': '<i2', 'fortran_order': False, 'shape': (700, 501), }         \n";
    const std::string fortran =
        "{'descr': '<i2', 'fortran_order': True, 'shape': (700, 501), }          \n";
    std::string by_row, by_column;
    const auto value = [](std::int64_t i, std::int64_t j) { return (7 * i + 3 * j) % 30000; };
    for (std::int64_t i = 0; i < kRows; ++i)
        for (std::int64_t j = 0; j < kColumns; ++j)
            by_row += support::little_endian(static_cast<std::uint64_t>(value(i, j)), 2);
    for (std::int64_t j = 0; j < kColumns; ++j)
        for (std::int64_t i = 0; i < kRows; ++i)
            by_column += support::little_endian(static_cast<std::uint64_t>(value(i, j)), 2);
    for (const auto& bytes : {npy(header, by_row), npy(fortran, by_column)}) {
        const auto all = in_memory(bytes).read<std::int64_t>();
        bool equal = true;
        for (std::int64_t i = 0; i < kRows; ++i)
            for (std::int64_t j = 0; j < kColumns; ++j)
                equal = equal && all[static_cast<std::size_t>(i * kColumns + j)] == value(i, j);
        BOOST_TEST(equal);
        Integers some(3 * kColumns);
        in_memory(bytes).read_rows(400, 3, some.data());
        BOOST_TEST(some.front() == value(400, 0));
        BOOST_TEST(some.back() == value(402, 500));
    }
}

BOOST_AUTO_TEST_CASE(text) {
    BOOST_TEST(stored("S").read_text() == (Strings{"773869", "x", ""}));
    BOOST_TEST(stored("U").read_text() ==
               (Strings{"Stra\xC3\x9F"
                        "e",
                        "\xE9\x80\x9F\xE5\xBA\xA6", "\xF0\x9F\x98\x80", ""}));
    BOOST_TEST(stored("U_big").read_text() == (Strings{"ab", "c"}));
    BOOST_TEST(stored("i2").read_text() == (Strings{"-300", "300"}));
    BOOST_TEST(stored("u8").read_text() == (Strings{"9223372036854775808", "1"}));
    support::expect_error(ErrorKind::data, {"'f8.npy'", "text or integers"},
                          [] { stored("f8").read_text(); });
    const std::string header = "{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }\n";
    for (const std::uint64_t bad : {0xD800ULL, 0x110000ULL, 0xFFFFFFFFULL})
        support::expect_error(ErrorKind::data, {"'a.npy'", "no character"}, [&] {
            in_memory(npy(header, support::little_endian(bad, 4))).read_text();
        });
}

BOOST_AUTO_TEST_CASE(formats_2_and_3_and_python_2) {
    const NpzFile file = NpzFile::open(support::test_file("numpy_zip64.npz"));
    BOOST_TEST(file.names() == (Strings{"version2", "version3", "python2"}));
    for (const auto& name : file.names()) {
        BOOST_TEST(file.array(name).read<double>() == count_to(24), name);
        BOOST_TEST(file.array(name).shape() == (Integers{2, 3, 4}), name);
    }
}

BOOST_AUTO_TEST_CASE(types_that_are_not_read_are_named) {
    support::expect_error(ErrorKind::data, {"'objects.npy'", "Python objects", "|O", "astype"},
                          [] { stored("objects"); });
    support::expect_error(ErrorKind::data, {"complex", "<c16"}, [] { stored("complex"); });
    support::expect_error(ErrorKind::data, {"dates", "<M8[s]"}, [] { stored("dates"); });
    support::expect_error(ErrorKind::data, {"records of several fields", "('a', '<i4')"},
                          [] { stored("records"); });
    const auto type = [](const std::string& descr, std::initializer_list<const char*> words) {
        refused_header("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (3,), }",
                       words);
    };
    type("|V8", {"raw bytes", "|V8"});
    for (const char* odd : {"<f3", "<f16", "<i16", "<b8", "<f", "f8", "", "=f8", "|f8", "<U0",
                            "|S0", "<S-1", "<f8 ", "<i+8", "|S99999999", "<U2000000000"})
        type(odd, {"'a.npy'", "its elements are"});
}

BOOST_AUTO_TEST_CASE(a_missing_name_lists_the_others) {
    const NpzFile file = NpzFile::open(support::test_file("numpy_deflated.npz"));
    BOOST_TEST(!file.has("speed"));
    support::expect_error(ErrorKind::data, {"'speed'", "numpy_deflated.npz", "speeds, ids"},
                          [&] { file.array("speed"); });
}

BOOST_AUTO_TEST_CASE(broken_files_are_refused) {
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }\n";
    const std::string good = npy(header, std::string(24, '\0'));
    BOOST_TEST(in_memory(good).read<double>() == (Doubles{0, 0, 0}));
    // Cut anywhere, or with something behind.
    for (std::size_t length = 0; length < good.size(); ++length)
        refused(good.substr(0, length), {"'a.npy'", "download it again"});
    refused(good + "x", {"asks for 24 bytes", "it holds 25"});
    refused("\x93NUMPX" + good.substr(6), {"does not begin"});
    for (const auto& version :
         {std::string("\0\0", 2), std::string("\4\0", 2), std::string("\1\1", 2)})
        refused("\x93NUMPY" + version + good.substr(8), {"its format is"});
    std::string long_header = good;
    long_header[6] = '\2';  // the length is now four bytes: it and two of the text
    refused(long_header, {"its header has"});

    const std::string before = "{'descr': '<f8', 'fortran_order': False, 'shape': ";
    for (const char* shape : {"(3", "3", "(-3,)", "(3.0,)", "(3,,)", "(x,)", "[3]", "(3 3)",
                              "(99999999999999999999,)", "(3,) 1"})
        refused_header(before + shape + "}", {"'a.npy'"});
    refused_header(before + "(4294967296, 4294967296)}", {"beyond 2^63"});
    refused_header(before + "(0, 4294967296, 4294967296)}", {"beyond 2^63"});
    refused_header(before + "(1152921504606846976,)}", {"more than 2^63 bytes"});
    refused_header(before + "(9223372036854775807,)}", {"more than 2^63 bytes"});
    refused_header(before + "(1152921504606846975,)}", {"it holds 24"});
    std::string axes = "(";
    for (int i = 0; i < 65; ++i) axes += "1,";
    refused_header(before + axes + ")}", {"64 axes"});
    refused_header("{'descr': '<f8', 'shape': (3,)}", {"lacks one"});
    refused_header("{}", {"lacks one"});
    refused_header("{'descr': '<f8', 'descr': '<f8'}", {"'descr' too much"});
    refused_header("{'more': 1}", {"'more' too much"});
    refused_header("{'descr': '<f8', 'fortran_order': None, 'shape': (3,)}", {"True nor False"});
    refused_header("{'descr': '<f8', 'fortran_order': True, 'shape': (3,)} os", {"follows"});
    refused_header("__import__('os')", {"not as NumPy writes it"});
    refused_header("", {"not as NumPy writes it"});
}

BOOST_AUTO_TEST_CASE(from_a_file) {
    const support::TemporaryFolder folder;
    const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }\n";
    support::write_bytes(folder.file("a.npy"), npy(header, std::string(8, '\0')));
    BOOST_TEST(NpyArray::open(folder.file("a.npy")).read<double>() == Doubles{0});
    support::write_bytes(folder.file("b.npy"), "1,2,3\n");
    support::expect_error(ErrorKind::data, {"b.npy", "a text file, not a NumPy array"},
                          [&] { NpyArray::open(folder.file("b.npy")); });
}

}  // namespace
}  // namespace dcrnn
