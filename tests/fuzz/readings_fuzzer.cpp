// Any bytes as CSV, array or windows of readings: an Error, or a series whose rows can be read. The
// first byte says which options are given; HDF5 is left to its library.
#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "dcrnn/readings/open_readings.hpp"
#include "memory_file.hpp"

#include <vector>

namespace {

dcrnn::DataOptions options_of(unsigned bits) {
    dcrnn::DataOptions options;
    if ((bits & 1) != 0) options.source.start = "2012-03-01";
    if ((bits & 2) != 0) options.source.step_minutes = 5;
    if ((bits & 4) != 0) options.source.first_line = dcrnn::FirstLine::header;
    if ((bits & 8) != 0) options.source.first_line = dcrnn::FirstLine::readings;
    if ((bits & 16) != 0) options.source.date_order = dcrnn::DateOrder::month_first;
    if ((bits & 32) != 0) options.source.times = "time";
    return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return 0;
    const dcrnn::fuzz::MemoryFile input(bytes + 1, size - 1);
    if (dcrnn::file_kind(input.path()) == dcrnn::FileKind::hdf5) return 0;
    try {
        const auto file = dcrnn::open_readings(input.path(), options_of(bytes[0]));
        const auto& header = file.header();
        std::vector<double> row(static_cast<std::size_t>(header.sensors() * header.features()));
        for (std::int64_t i = 0; i < header.rows(); ++i) file.read_rows(i, 1, row.data());
    } catch (const dcrnn::Error&) {
    }
    return 0;
}
