#pragma once
// Text as rows of cells, by libcsv: any line ends, CR CR LF too; blank lines are skipped, spaces
// around cells and a byte order mark dropped; cells may be quoted.

#include "dcrnn/files/csv_rows.hpp"

#include <functional>
#include <istream>
#include <string>
#include <string_view>

namespace dcrnn {

// Calls each(line) for every row until it returns false. `path` is for the messages. Throws
// Error(data): a zero byte (it is no text), a quotation mark out of place or without its second
// one, a stream that fails; and whatever `each` throws.
void parse_csv(std::istream& text, const std::string& path, char separator,
               const std::function<bool(const CsvLine&)>& each);

// Tab, semicolon or comma, whichever comes first in this list of those in the first line that is
// not blank. Leaves the stream behind that line.
char separator_of(std::istream& text);

}  // namespace dcrnn
