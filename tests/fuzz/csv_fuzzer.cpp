// Any bytes as CSV: an Error, or rows with a line each.
#include "dcrnn/error.hpp"
#include "dcrnn/files/csv_table.hpp"
#include "memory_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const dcrnn::fuzz::MemoryFile input(bytes, size);
    try {
        const auto table = dcrnn::read_csv(input.path());
        if (table.rows.empty() || table.rows.size() != table.lines.size()) std::abort();
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
