#include "dcrnn/mpi/node_array.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "shared_memory.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace dcrnn {
namespace {

// The same on all ranks, which all got the same rows.
[[noreturn]] void fail_cover(const std::string& reason) {
    throw AgreedError(
        {ErrorKind::other, "the shards of the ranks do not cover the data once", reason, ""});
}

void require_cover(std::vector<NodeArray::Rows> rows, int ranks, std::int64_t all) {
    if (rows.size() != static_cast<std::size_t>(ranks))
        fail_cover(fmt::format("{} shards for {} ranks", rows.size(), ranks));
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::pair(a.first, a.count) < std::pair(b.first, b.count);
    });
    std::int64_t next = 0;
    for (const auto& part : rows) {
        if (part.count == 0) continue;
        if (part.first != next || part.count < 0)
            fail_cover(fmt::format("row {} comes where {} is due", part.first, next));
        next += part.count;
    }
    if (next != all) fail_cover(fmt::format("{} of {} rows", next, all));
}

std::int64_t bytes_of(const std::vector<std::int64_t>& shape, torch::Dtype dtype) {
    auto bytes = static_cast<std::int64_t>(c10::elementSize(dtype));
    for (std::int64_t length : shape) bytes *= length;
    return bytes;
}

}  // namespace

NodeArray::NodeArray(const Communicator& comm, std::vector<std::int64_t> shape, torch::Dtype dtype,
                     std::vector<Rows> rows)
    : NodeArray(comm, comm.node(), std::move(shape), dtype, std::move(rows)) {}

NodeArray::NodeArray(const Communicator& comm, const Communicator& node,
                     std::vector<std::int64_t> shape, torch::Dtype dtype, std::vector<Rows> rows)
    : comm_(comm),
      node_(node),
      leaders_(comm.split(node.is_root() ? 0 : -1, comm.rank())),
      rows_(std::move(rows)) {
    require_cover(rows_, comm.size(), shape.at(0));
    memory_ = std::make_shared<SharedMemory>(comm_, node_, bytes_of(shape, dtype));
    values_ = torch::from_blob(memory_->data(), shape, torch::TensorOptions().dtype(dtype));
}

void NodeArray::fill(const std::function<void(torch::Tensor)>& fill) {
    const Rows own = rows_[static_cast<std::size_t>(comm_.rank())];
    together(comm_, [&] { fill(values_.narrow(0, own.first, own.count)); });
    memory_->publish();
    exchange();
    memory_->publish();
}

// Each shard travels once to every other node, from the leader of the node that read it.
void NodeArray::exchange() {
    // leader[r]: the rank, within leaders_, of the leader of rank r's node
    const double mine = leaders_.rank();
    std::vector<double> leader{mine};
    node_.broadcast(leader.data(), sizeof(double), 0);
    leader = comm_.gather(leader[0]);
    if (leaders_.size() <= 1) return;
    for (std::size_t rank = 0; rank < rows_.size(); ++rank) {
        auto shard = values_.narrow(0, rows_[rank].first, rows_[rank].count);
        leaders_.broadcast(shard, static_cast<int>(leader[rank]));
    }
}

std::int64_t NodeArray::bytes_on_node() const { return values_.numel() * values_.element_size(); }

}  // namespace dcrnn
