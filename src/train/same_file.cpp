#include "same_file.hpp"

#include "dcrnn/data/calendar.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

constexpr std::int64_t kSampleRows = 16;

std::uint64_t header_hash(const TrafficHeader& header) {
    std::uint64_t hash = XXH64(header.timestamps.data(),
                               header.timestamps.size() * sizeof header.timestamps.front(), 0);
    for (const auto* names : {&header.sensor_ids, &header.feature_names, &header.feature_units})
        for (const auto& name : *names) hash = XXH64(name.c_str(), name.size() + 1, hash);
    return hash;
}

// Of the first row, the last, and rows at equal distances between them.
std::uint64_t sample_hash(const TrafficFile& file) {
    const auto& header = file.header();
    std::vector<double> row(static_cast<std::size_t>(header.sensors() * header.features()));
    const std::int64_t rows = std::min(kSampleRows, header.rows());
    std::uint64_t hash = 0;
    for (std::int64_t i = 0; i < rows; ++i) {
        file.read_rows(rows == 1 ? 0 : i * (header.rows() - 1) / (rows - 1), 1, row.data());
        hash = XXH64(row.data(), row.size() * sizeof row.front(), hash);
    }
    return hash;
}

std::string describe(const TrafficFile& file) {
    const auto& header = file.header();
    return fmt::format(
        "{} rows, {} sensors, {} features, from {} to {}, times and ids {:016x}, readings {:016x}",
        header.rows(), header.sensors(), header.features(), format_time(header.timestamps.front()),
        format_time(header.timestamps.back()), header_hash(header), sample_hash(file));
}

}  // namespace

void require_same_file(const Communicator& comm, const TrafficFile& file) {
    if (comm.size() <= 1) return;
    const std::string mine = together(comm, [&] { return describe(file); });
    const std::string first = comm.broadcast(mine, 0);
    together(comm, [&] {
        require(mine == first, ErrorKind::data,
                fmt::format("'{}' is not the same file as on rank 0", file.header().path),
                fmt::format("here {}; there {}", mine, first),
                "give a path that all hosts share, or copy the same file to each");
    });
}

}  // namespace dcrnn
