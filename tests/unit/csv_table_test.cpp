// CSV text as rows: separators, line ends, quotes in their place and out of it.

#include "dcrnn/files/csv_table.hpp"

#include "dcrnn/files/csv_rows.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <stdexcept>

namespace dcrnn {
namespace {

struct TextFile {
    support::TemporaryFolder folder;

    std::string with(const std::string& text) const {
        const std::string path = folder.file("list.csv");
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }
};

BOOST_FIXTURE_TEST_CASE(separators_are_found_and_cells_trimmed, TextFile) {
    const std::vector<CsvRow> expected = {{"from", "to", "cost"}, {"a", "b c", "1.5"}};
    for (const char* text : {"from,to,cost\na, b c ,1.5\n", "from;to;cost\na;b c;1.5\n",
                             "\n\nfrom\tto\tcost\na\tb c\t1.5\n",
                             "\xEF\xBB\xBF"
                             "from,to,cost\r\n\"a\",\"b c\",1.5\r\n",
                             "from,to,cost\r\r\na,b c,1.5\r\r\n"}) {
        const CsvTable table = read_csv(with(text));
        BOOST_TEST((table.rows == expected), "'" << text << "'");
        BOOST_TEST(table.doubt == "");
    }
}

BOOST_FIXTURE_TEST_CASE(rows_know_their_lines, TextFile) {
    const CsvTable table = read_csv(with("a,b\n\n\n1,\"two\nlines\"\n3,4"));
    BOOST_TEST(table.lines == (std::vector<std::size_t>{1, 4, 6}),
               boost::test_tools::per_element());
    BOOST_TEST(table.rows[1][1] == "two\nlines");
    BOOST_TEST(table.doubt.find("no line end") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(quotes_out_of_place_are_refused, TextFile) {
    for (const char* text : {"a,b\n1,2\"3\n", "a,b\n1,\"2\n3,4\n", "a,b\n1,\"2\"3\n"})
        support::expect_error(ErrorKind::data, {"list.csv", "line", "quotation mark"},
                              [&] { read_csv(with(text)); });
    support::expect_error(ErrorKind::data, {"list.csv"},
                          [&] { read_csv(with(std::string("a,b\n1,\0\n", 8))); });
}

BOOST_FIXTURE_TEST_CASE(what_the_reader_of_rows_throws_comes_out, TextFile) {
    const std::string path = with("a\nb\nc\n");
    int seen = 0;
    const auto until_the_second = [&](const CsvLine&) {
        if (++seen == 2) throw std::out_of_range("enough");
        return true;
    };
    BOOST_CHECK_THROW(read_csv_rows(path, ',', until_the_second), std::out_of_range);
    BOOST_TEST(seen == 2);
}

}  // namespace
}  // namespace dcrnn
