// Pickles of every protocol give the values that Python put into them, and nothing else passes.

#include "dcrnn/files/pickle_value.hpp"

#include "dcrnn/files/zip_archive.hpp"
#include "support/expect_error.hpp"
#include "support/files.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

using namespace std::string_literals;

// tests/data/make_pickles.py
std::string stored(const std::string& name) {
    return ZipArchive::open(support::test_file("pickles.zip")).read(name + ".pkl", 1 << 20);
}

const std::vector<double> kMatrix{1, 0.5, 0, 0, 1, 0.25, 0.125, 0, 1};

void expect_matrix(const PickleValue& value, const std::vector<double>& expected = kMatrix) {
    BOOST_TEST_REQUIRE(value.is(PickleKind::array));
    const NpyArray array = array_of(value);
    BOOST_TEST(array.shape() == (std::vector<std::int64_t>{3, 3}));
    BOOST_TEST(array.read<double>() == expected);
}

void expect_refused(const std::string& bytes, std::initializer_list<const char*> words) {
    BOOST_TEST_CONTEXT(bytes.substr(0, 60)) {
        support::expect_error(ErrorKind::data, words, [&] { read_pickle(bytes, "x.pkl"); });
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(adjacency_of_every_protocol) {
    for (char protocol = '0'; protocol <= '5'; ++protocol) {
        BOOST_TEST_CONTEXT("protocol " << protocol) {
            const std::string bytes = stored("list_p"s + protocol);
            const PickleDocument document = read_pickle(bytes, "x.pkl");
            BOOST_TEST(document.size() == bytes.size());
            const PickleValue& root = document.root();
            BOOST_TEST_REQUIRE(root.items.size() == 3u);
            BOOST_TEST(root.is(PickleKind::list));
            BOOST_TEST_REQUIRE(root.items[0]->items.size() == 3u);
            BOOST_TEST(root.items[0]->items[0]->text == "773869");
            BOOST_TEST(root.items[0]->items[2]->text == "Straße");
            const PickleValue* index = root.items[1]->find("767541");
            BOOST_TEST_REQUIRE(index);
            BOOST_TEST(index->integer == 1);
            BOOST_TEST(!root.items[1]->find("767542"));
            expect_matrix(*root.items[2]);
            BOOST_TEST(array_of(*root.items[2]).header().type == "<f4");
            const std::string fortran = stored("fortran_p"s + protocol);
            expect_matrix(read_pickle(fortran, "x.pkl").root());
        }
    }
}

BOOST_AUTO_TEST_CASE(plain_values_of_every_protocol) {
    for (char protocol = '0'; protocol <= '5'; ++protocol) {
        BOOST_TEST_CONTEXT("protocol " << protocol) {
            const std::string bytes = stored("values_p"s + protocol);
            const PickleDocument document = read_pickle(bytes, "x.pkl");
            const auto& items = document.root().items;
            BOOST_TEST_REQUIRE(items.size() == 18u);
            BOOST_TEST(items[0]->is(PickleKind::none));
            BOOST_TEST((items[1]->is(PickleKind::boolean) && items[1]->integer == 1));
            BOOST_TEST((items[2]->is(PickleKind::boolean) && items[2]->integer == 0));
            std::vector<std::int64_t> integers;
            for (std::size_t i = 3; i < 9; ++i) integers.push_back(items[i]->integer);
            BOOST_TEST(integers == (std::vector<std::int64_t>{0, 255, 65535, -1, 2147483648,
                                                              -4611686018427387904}));
            BOOST_TEST(items[9]->real == 0.1);
            BOOST_TEST(items[10]->real == std::numeric_limits<double>::infinity());
            BOOST_TEST((items[11]->is(PickleKind::list) && items[11]->items.empty()));
            BOOST_TEST((items[12]->is(PickleKind::tuple) && items[12]->items.empty()));
            BOOST_TEST((items[13]->is(PickleKind::dict) && items[13]->items.empty()));
            BOOST_TEST((items[14]->is(PickleKind::text) && items[14]->text.empty()));
            BOOST_TEST((items[15]->is(PickleKind::bytes) && items[15]->text.empty()));
            BOOST_TEST(items[16]->items.at(0)->integer == 1);
            BOOST_TEST(items[17]->items.at(1)->items.at(1)->integer == 3);
        }
    }
}

BOOST_AUTO_TEST_CASE(arrays_of_other_types) {
    const auto root_of = [](const std::string& bytes, auto&& look) {
        look(read_pickle(bytes, "x.pkl").root());
    };
    root_of(stored("big_endian"), [](const PickleValue& root) { expect_matrix(root); });
    root_of(stored("matrix"), [](const PickleValue& root) { expect_matrix(root); });
    root_of(stored("view"), [](const PickleValue& root) {
        expect_matrix(root, {1, 0.5, 0, 0.125, 0, 1, 0, 1, 0.25});
    });
    root_of(stored("integers"), [](const PickleValue& root) {
        expect_matrix(root, {1, 1, 0, 0, 1, 1, 1, 0, 1});
    });
    root_of(stored("ids_as_array"), [](const PickleValue& root) {
        BOOST_TEST(array_of(*root.items.at(0)).read_text() ==
                   (std::vector<std::string>{"773869", "767541", "Straße"}));
    });
    root_of(stored("scalars"), [](const PickleValue& root) {
        BOOST_TEST(root.items.at(0)->real == 0.5);
        BOOST_TEST(root.items.at(1)->integer == -3);
        BOOST_TEST(root.items.at(2)->is(PickleKind::boolean));
        BOOST_TEST(root.items.at(3)->text == "abc");
    });
}

// As the official adj_mx.pkl: raw bytes of a str with escapes.
BOOST_AUTO_TEST_CASE(python_2) {
    const std::string bytes =
        "(lp0\nS'773869'\np1\naI5\naI01\naL7L\naF1.5\naV\\u00e4\\U0001f600\nacnumpy.core."
        "multiarray\n"
        "_reconstruct\np2\n(cnumpy\nndarray\np3\n(I0\ntp4\nS'b'\np5\ntp6\nRp7\n(I1\n(I2\nI1\ntp8\n"
        "cnumpy\ndtype\np9\n(S'f4'\np10\nI0\nI1\ntp11\nRp12\n(I3\nS'<'\np13\nNNNI-1\nI-"
        "1\nI0\ntp14\n"
        "bI00\nS'\\x00\\x00\\x80?\\x00\\x00\\x00\\xbf'\np15\ntp16\nba.";
    const PickleDocument document = read_pickle(bytes, "x.pkl");
    const auto& items = document.root().items;
    BOOST_TEST_REQUIRE(items.size() == 7u);
    BOOST_TEST((items[0]->is(PickleKind::bytes) && items[0]->text == "773869"));
    BOOST_TEST(items[1]->integer == 5);
    BOOST_TEST(items[2]->is(PickleKind::boolean));
    BOOST_TEST(items[3]->integer == 7);
    BOOST_TEST(items[4]->real == 1.5);
    BOOST_TEST(items[5]->text == "ä\U0001f600");
    BOOST_TEST(array_of(*items[6]).read<double>() == (std::vector<double>{1, -0.5}));
    BOOST_TEST(array_of(*items[6]).shape() == (std::vector<std::int64_t>{2, 1}));

    std::string damaged;
    for (const char c : bytes) damaged += c == '\n' ? "\r\n"s : std::string(1, c);
    expect_refused(damaged, {"carriage return", "transferred as text", "sed -i"});
}

BOOST_AUTO_TEST_CASE(names_and_opcodes_that_are_refused_by_name) {
    expect_refused("cos\nsystem\n(S'echo harm'\ntR.", {"asks for 'os.system'", "ever run"});
    expect_refused(
        "\x80\x04\x8c\x08"
        "builtins\x8c\x04"
        "eval\x93.",
        {"'builtins.eval'"});
    expect_refused("(ios\nsystem\n", {"INST"});
    expect_refused("\x80\x02(o.", {"OBJ"});
    expect_refused(stored("set"), {"EMPTY_SET"});
    expect_refused(stored("path"), {"'pathlib.PurePosixPath'"});
    expect_refused(stored("objects"), {"'|O8'", "Python objects"});
    expect_refused(stored("records"), {"records"});
    expect_refused(stored("complex"), {"complex numbers"});
    expect_refused("\x80\x06N.", {"protocol 6", "0 to 5"});
    expect_refused("\xff.", {"0xff"});
    // Names that the caller knows become objects; they are not known by themselves.
    const std::string storage = "(ctorch\nSize\n((I2\nttRl.";
    expect_refused(storage, {"'torch.Size'"});
    const PickleDocument document = read_pickle(storage, "x", {"torch.Size"});
    const PickleValue& size = *document.root().items.at(0);
    BOOST_TEST((size.is(PickleKind::object) && size.text == "torch.Size"));
    BOOST_TEST(size.items.at(0)->items.at(0)->items.at(0)->integer == 2);
}

BOOST_AUTO_TEST_CASE(hostile_pickles) {
    expect_refused("", {"ends before"});
    expect_refused("N", {"ends before"});
    expect_refused(".", {"0 values are left"});
    expect_refused("NN.", {"2 values are left"});
    expect_refused("a.", {"value is missing"});
    expect_refused("]a.", {"value is missing"});
    expect_refused("}Na.", {"no list"});
    expect_refused("(N]a", {"no list"});
    expect_refused("e.", {"mark is missing"});
    expect_refused("}(Nu.", {"no dictionary"});
    expect_refused("g7\n.", {"recalls value 7"});
    expect_refused("Nr\xff\xff\xff\xff.", {"remembers 4294967295"});
    expect_refused(
        "X\xff\xff\xff\xff"
        "abc",
        {"4294967295 bytes should follow where the file has 3"});
    expect_refused(
        "\x8e\xff\xff\xff\xff\xff\xff\xff\xff"
        "abc",
        {"file has 3"});
    expect_refused("\x95\xff\xff\xff\xff\xff\xff\xff\xff.", {"ends before"});
    expect_refused("X\x02\x00\x00\x00\xc3("s, {"no UTF-8"});
    expect_refused("S'abc\n.", {"not as Python writes it"});
    expect_refused("F1,5\n.", {"no number"});
    expect_refused("L99999999999999999999L\n.", {"64 bits"});
    // A list in itself, by way of the memo; ever deeper lists; lists of the same lists, 2^30 in
    // all.
    expect_refused(
        "]q\x00h\x00"
        "a."s,
        {"contains itself"});
    expect_refused(std::string(70, '(') + std::string(70, 'l') + ".", {"nested more than 64"});
    std::string doubled = "(I1\nl";
    for (int i = 0; i < 30; ++i) doubled += "p0\n0(g0\ng0\nl";
    expect_refused(doubled + ".", {"shared in it again and again"});
    expect_refused(std::string(10000, ']'), {"more values than"});
    // One text that is decoded again and again.
    const std::string encode = "c_codecs\nencode\np1\n0X\xe8\x03\x00\x00"s +
                               std::string(1000, 'x') + "p2\n0X\x06\x00\x00\x00latin1p3\n0("s;
    std::string many = encode;
    for (int i = 0; i < 200; ++i) many += "g1\n(g2\ng3\ntR";
    expect_refused(many + "l.", {"copies the same values"});
}

BOOST_AUTO_TEST_CASE(shapes_that_are_not_those_of_the_bytes) {
    const auto array = [](const std::string& shape, const std::string& bytes) {
        return "cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR(I1\n" +
               shape + "cnumpy\ndtype\n(S'f8'\nI0\nI1\ntR(I3\nS'<'\nNNNI-1\nI-1\nI0\ntbI00\nS'" +
               bytes + "'\ntb.";
    };
    BOOST_TEST(array_of(read_pickle(array("(I1\nt", "12345678"), "x").root()).shape().at(0) == 1);
    expect_refused(array("(I2\nt", "12345678"), {"16 bytes", "8"});
    expect_refused(array("(I-1\nt", "12345678"), {"length is no number"});
    expect_refused(array("(I4294967296\nI4294967296\nt", ""), {"2^63"});
    expect_refused(array("(I1152921504606846977\nt", "12345678"), {"2^63"});
    expect_refused(array("N", "12345678"), {"shape of a numpy array"});
    expect_refused("cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\ntS'b'\ntR.",
                   {"no data"});
}

BOOST_AUTO_TEST_CASE(every_truncation_is_refused) {
    for (const char* name : {"list_p0", "list_p2", "list_p4", "list_p5"}) {
        const std::string bytes = stored(name);
        for (std::size_t size = 0; size < bytes.size(); ++size)
            support::expect_error(ErrorKind::data, {"x.pkl"},
                                  [&] { read_pickle(bytes.substr(0, size), "x.pkl"); });
    }
}

BOOST_AUTO_TEST_CASE(a_file_holds_one_pickle) {
    const support::TemporaryFolder folder;
    const std::string path = folder.file("adj_mx.pkl");
    std::ofstream(path, std::ios::binary) << stored("list_p2");
    expect_matrix(*read_pickle_file(path).root().items.at(2));
    std::ofstream(path, std::ios::binary | std::ios::app) << "N.";
    support::expect_error(ErrorKind::data, {"adj_mx.pkl", "2 bytes follow"},
                          [&] { read_pickle_file(path); });
    std::ofstream(path) << "from,to,cost\n";
    support::expect_error(ErrorKind::data, {"adj_mx.pkl", "text"}, [&] { read_pickle_file(path); });
}

BOOST_AUTO_TEST_CASE(published_graphs) {
    struct Published {
        const char* path;
        const char* first_id;
        std::int64_t sensors, nonzeros;
    };
    for (const Published& known : {Published{"metr-la-week/adj_mx.pkl", "773869", 207, 1722},
                                   Published{"pems-bay-graph/adj_mx_bay.pkl", "400001", 325, 2694},
                                   Published{"metr-la-10/adj_mx.pkl", "773869", 10, 18},
                                   Published{"pems-bay-ca85/adj_mx_85.pkl", "400017", 14, 22}}) {
        const std::string path = support::shared_file("data/"s + known.path);
        if (path.empty()) {
            BOOST_TEST_MESSAGE("skipped: no " << known.path << " below DCRNN_SHARED");
            continue;
        }
        const PickleDocument document = read_pickle_file(path);
        const auto& items = document.root().items;
        BOOST_TEST_REQUIRE(items.size() == 3u);
        const PickleValue& first = *items[0]->items.at(0);
        BOOST_TEST((first.is_string() ? std::string(first.text) : std::to_string(first.integer)) ==
                   known.first_id);
        BOOST_TEST(items[0]->items.size() == static_cast<std::size_t>(known.sensors));
        BOOST_TEST(items[1]->items.size() == 2 * static_cast<std::size_t>(known.sensors));
        const NpyArray matrix = array_of(*items[2]);
        BOOST_TEST(matrix.shape() == (std::vector<std::int64_t>{known.sensors, known.sensors}));
        BOOST_TEST(matrix.header().type == "<f4");
        const std::vector<double> weights = matrix.read<double>();
        BOOST_TEST(weights.size() -
                       static_cast<std::size_t>(std::count(weights.begin(), weights.end(), 0.0)) ==
                   static_cast<std::size_t>(known.nonzeros));
    }
}

}  // namespace dcrnn
