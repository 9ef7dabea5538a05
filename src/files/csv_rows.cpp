#include "dcrnn/files/csv_rows.hpp"

#include "csv_parse.hpp"
#include "dcrnn/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace dcrnn {
namespace {

std::ifstream open_text(const std::string& path) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), ErrorKind::data, fmt::format("cannot read '{}'", path),
            std::strerror(errno), "check the spelling and the folder you are in");
    return file;
}

}  // namespace

void read_csv_rows(const std::string& path, char separator,
                   const std::function<bool(const CsvLine&)>& each) {
    std::ifstream file = open_text(path);
    parse_csv(file, path, separator, each);
}

bool ends_with_line_end(const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file.is_open() || file.tellg() <= 0) return false;
    file.seekg(-1, std::ios::end);
    const int last = file.get();
    return last == '\n' || last == '\r';
}

std::vector<CsvLine> first_csv_rows(const std::string& path, char separator, std::size_t count) {
    std::vector<CsvLine> rows;
    read_csv_rows(path, separator, [&](const CsvLine& line) {
        rows.push_back(line);
        return rows.size() < count;
    });
    return rows;
}

char csv_separator(const std::string& path) {
    std::ifstream file = open_text(path);
    return separator_of(file);
}

}  // namespace dcrnn
