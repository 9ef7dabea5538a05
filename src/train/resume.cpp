#include "dcrnn/train/resume.hpp"

#include "dcrnn/config/option_table.hpp"
#include "dcrnn/error.hpp"
#include "dcrnn/mpi/together.hpp"
#include "state_fields.hpp"

#include <ATen/ops/empty.h>
#include <ATen/ops/equal.h>
#include <fmt/format.h>
#include <xxhash.h>

namespace dcrnn {
namespace {

constexpr auto kRestart =
    "use the old value, or --restart to begin anew (the old run is kept aside)";

void require_same_options(const Options& saved, const Options& now) {
    std::vector<std::string> before;
    visit_options(saved,
                  [&](const OptionInfo&, const auto& value) { before.push_back(to_text(value)); });
    std::size_t index = 0;
    visit_options(now, [&](const OptionInfo& info, const auto& value) {
        const auto old_text = before[index++], new_text = to_text(value);
        if (info.on_resume == OnResume::allow || old_text == new_text) return;
        throw Error(ErrorKind::usage,
                    fmt::format("--{} is now '{}' and was '{}' when this run began", info.key,
                                new_text, old_text),
                    "it would change the result", kRestart);
    });
}

void broadcast_tensor(const Communicator& comm, torch::Tensor& tensor, std::int64_t count,
                      torch::Dtype dtype) {
    const auto defined = comm.max(comm.is_root() && tensor.defined() ? 1 : 0);
    if (defined == 0) return;
    if (!comm.is_root()) tensor = at::empty({count}, dtype);
    comm.broadcast(tensor, 0);
}

}  // namespace

void require_same_run(const RunIdentity& saved, const RunIdentity& now) {
    require_same_options(saved.options, now.options);
    require(saved.sensor_ids == now.sensor_ids && saved.feature_names == now.feature_names,
            ErrorKind::data,
            fmt::format("'{}' has other sensors or features than this run began with",
                        now.options.data.data),
            fmt::format("{} sensors now, {} then", now.sensor_ids.size(), saved.sensor_ids.size()),
            kRestart);
    require(
        saved.fingerprint == now.fingerprint, ErrorKind::data,
        fmt::format("the readings in '{}' have changed since this run began",
                    now.options.data.data),
        fmt::format("fingerprint {:016x} now, {:016x} then", now.fingerprint, saved.fingerprint),
        kRestart);
    require(at::equal(saved.adjacency, now.adjacency), ErrorKind::data,
            "the graph has changed since this run began",
            "its weights differ from the checkpoint's", kRestart);
}

std::vector<std::string> rounding_notes(const RunIdentity& saved, const RunIdentity& now) {
    std::vector<std::string> notes;
    const auto compare = [&](const char* what, std::int64_t before, std::int64_t after) {
        if (before == after) return;
        notes.push_back(
            fmt::format("{} {} instead of {}: goes on equal up to rounding, not bit for bit", after,
                        what, before));
    };
    compare("rank(s)", saved.ranks, now.ranks);
    compare("rank(s) per host", saved.ranks_per_node, now.ranks_per_node);
    compare("thread(s) per rank", saved.threads, now.threads);
    const auto changed = [&](const char* what, const std::string& before,
                             const std::string& after) {
        if (before != after)
            notes.push_back(fmt::format("{} '{}' instead of '{}': goes on equal up to rounding",
                                        what, after, before));
    };
    changed("program", saved.program, now.program);
    changed("--device", to_text(saved.options.run.device), to_text(now.options.run.device));
    changed("--adjacency", to_text(saved.options.run.adjacency),
            to_text(now.options.run.adjacency));
    return notes;
}

void broadcast_state(const Communicator& comm, TrainingState& state, std::int64_t parameter_count,
                     torch::Dtype dtype) {
    visit_counters(state,
                   [&](const char*, auto& value) { comm.broadcast(&value, sizeof value, 0); });
    visit_tensors(state, [&](const char*, torch::Tensor& tensor) {
        broadcast_tensor(comm, tensor, parameter_count, dtype);
    });
    state.report = comm.broadcast(state.report, 0);
}

void broadcast_scaler(const Communicator& comm, Scaler& scaler) {
    for (auto* values : {&scaler.offset, &scaler.scale, &scaler.fill}) {
        auto count = static_cast<std::int64_t>(values->size());
        comm.broadcast(&count, sizeof count, 0);
        values->resize(static_cast<std::size_t>(count));
        comm.broadcast(values->data(), count * static_cast<std::int64_t>(sizeof(double)), 0);
    }
}

std::string ranks_that_differ(const Communicator& comm, const torch::Tensor& parameters) {
    const auto values = parameters.detach().to(torch::kCPU).contiguous();
    const auto mine = fmt::format("{:016x}", XXH64(values.data_ptr(), values.nbytes(), 0));
    const auto sums = comm.gather(mine);
    std::string different;
    for (std::size_t rank = 1; rank < sums.size(); ++rank)
        if (sums[rank] != sums[0])
            different += fmt::format("{}{}", different.empty() ? "" : ", ", rank);
    return different;
}

void require_equal_replicas(const Communicator& comm, const torch::Tensor& parameters) {
    const auto different = ranks_that_differ(comm, parameters);
    if (different.empty()) return;
    throw AgreedError(Error(
        ErrorKind::other,
        fmt::format("the parameters of rank {} differ from those of rank 0", different),
        "replicas must be equal bit for bit; hosts may have different processors or faulty memory",
        "start the same command again: it goes on from the last checkpoint; then leave that host "
        "out"));
}

}  // namespace dcrnn
