#include "dcrnn/train/traffic_data.hpp"

#include "dcrnn/data/epoch_order.hpp"
#include "dcrnn/data/fingerprint.hpp"
#include "dcrnn/data/traffic_file.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "dcrnn/readings/open_readings.hpp"
#include "dcrnn/train/memory_estimate.hpp"
#include "same_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <utility>

namespace dcrnn {
namespace {

std::vector<NodeArray::Rows> shards(std::int64_t rows, int ranks) {
    std::vector<NodeArray::Rows> result;
    for (int rank = 0; rank < ranks; ++rank) {
        const auto slice = rank_slice(rows, rank, ranks);
        result.push_back({slice.first, slice.count});
    }
    return result;
}

void read_shard(const TrafficFile& file, const NodeArray::Rows& rows, const DataOptions& options,
                torch::Tensor into) {
    if (rows.count == 0) return;
    if (into.scalar_type() == torch::kFloat64)
        file.read_usable_rows(rows.first, rows.count, options.null_value, into.data_ptr<double>());
    else
        file.read_usable_rows(rows.first, rows.count, options.null_value, into.data_ptr<float>());
}

void check_targets(const TrafficHeader& header, const DataOptions& options) {
    require(options.output_dim <= header.features(), ErrorKind::usage,
            fmt::format("--output-dim {} is more than '{}' has", options.output_dim, header.path),
            fmt::format("the file has {} feature(s) per reading", header.features()),
            fmt::format("give at most {}", header.features()));
}

Series describe_series(TrafficHeader header, const torch::Tensor& values) {
    Series series;
    series.values = values;
    series.timeline = read_timeline(header.timestamps);
    series.timestamps = std::move(header.timestamps);
    series.sensor_ids = std::move(header.sensor_ids);
    series.feature_names = std::move(header.feature_names);
    series.feature_units = std::move(header.feature_units);
    return series;
}

}  // namespace

TrafficData load_traffic(const Communicator& comm, const DataOptions& options,
                         Precision precision) {
    const auto file = together(comm, [&] {
        auto opened = std::make_shared<TrafficFile>(open_readings(options.data, options));
        check_targets(opened->header(), options);
        return opened;
    });
    const auto& header = file->header();
    require_same_file(comm, *file);

    require_room(comm,
                 header.rows() * header.sensors() * header.features() *
                     static_cast<std::int64_t>(torch::elementSize(element_type(precision))),
                 fmt::format("the readings of '{}'", options.data));

    TrafficData traffic;
    traffic.layout = header.layout;
    traffic.notes = header.notes;
    const auto rows = shards(header.rows(), comm.size());
    traffic.store = std::make_shared<NodeArray>(
        comm, std::vector<std::int64_t>{header.rows(), header.sensors(), header.features()},
        element_type(precision), rows);
    const std::int64_t before = file->bytes_read();
    traffic.store->fill([&](const torch::Tensor& into) {
        read_shard(*file, rows[static_cast<std::size_t>(comm.rank())], options, into);
    });
    traffic.bytes_read = file->bytes_read() - before;
    traffic.file_adjacency = together(comm, [&] {
        return header.has_adjacency ? file->read_adjacency() : std::vector<double>{};
    });
    traffic.series =
        together(comm, [&] { return describe_series(header, traffic.store->values()); });
    traffic.fingerprint = comm.sum(fingerprint_part(traffic.series, comm.rank(), comm.size()));
    return traffic;
}

Adjacency load_graph(const Communicator& comm, const GraphOptions& options,
                     const TrafficData& traffic) {
    const auto graph = together(comm, [&] {
        if (!options.graph.empty()) return read_graph(options, traffic.series.sensor_ids);
        require(
            !traffic.file_adjacency.empty(), ErrorKind::usage, "no graph is given",
            "the traffic file holds no adjacency and --graph is empty",
            "give --graph FILE, a list from,to,cost or a matrix in the order of the sensors (CSV)");
        return adjacency_from_values(traffic.file_adjacency, traffic.series.sensors(),
                                     "adjacency of the traffic file");
    });
    const auto weights = graph.weights.contiguous();
    const auto mine = fmt::format("{:016x}", XXH64(weights.data_ptr(), weights.nbytes(), 0));
    const auto first = comm.broadcast(mine, 0);
    together(comm, [&] {
        require(mine == first, ErrorKind::data, "the graph is not the same as on rank 0",
                fmt::format("{}; its weights differ", graph.origin),
                "give a path that all hosts share, or copy the same file to each");
    });
    return graph;
}

}  // namespace dcrnn
