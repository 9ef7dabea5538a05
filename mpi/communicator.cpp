#include "dcrnn/mpi/communicator.hpp"

#include "call.hpp"
#include "dcrnn/error.hpp"

#include <mpi.h>

#include <algorithm>
#include <utility>

namespace dcrnn {
namespace {

// MPI counts with int; longer messages go in pieces of this many elements.
constexpr std::int64_t kLargestCount = std::int64_t{1} << 30;

// Calls f(offset, count) for consecutive pieces.
template <class Function>
void in_pieces(std::int64_t count, Function&& f) {
    for (std::int64_t offset = 0; offset < count; offset += kLargestCount)
        f(offset, static_cast<int>(std::min(kLargestCount, count - offset)));
}

// Open MPI's algorithms add the same pairs on every rank (recursive doubling) or add once and pass
// the result on (ring, reduce-scatter, reduce and broadcast), so all ranks get the same bits.
template <class Scalar>
void all_reduce(const Communicator& comm, Scalar* values, std::int64_t count, MPI_Datatype type,
                MPI_Op op) {
    if (comm.size() <= 1) return;
    const Waiting waiting(*comm.handle().clock);
    in_pieces(count, [&](std::int64_t offset, int piece) {
        check_mpi(MPI_Allreduce(MPI_IN_PLACE, values + offset, piece, type, op, comm.handle().comm),
                  "MPI_Allreduce");
    });
}

void require_contiguous(const torch::Tensor& values) {
    require(values.is_contiguous(), ErrorKind::other, "ranks cannot exchange a strided tensor",
            "its elements do not follow each other in memory", "call contiguous() first");
}

}  // namespace

Communicator::Communicator(std::shared_ptr<const Handle> handle) : handle_(std::move(handle)) {}

Communicator Communicator::world() {
    require(mpi_is_running(), ErrorKind::other, "there are no ranks to join", "MPI is not running",
            "make an MpiSession first, or use Communicator::alone()");
    MPI_Comm duplicate = MPI_COMM_NULL;
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &duplicate), "MPI_Comm_dup");
    return Communicator(std::make_shared<Handle>(duplicate));
}

Communicator Communicator::alone() { return Communicator(std::make_shared<Handle>()); }

int Communicator::rank() const { return handle_->rank; }

int Communicator::size() const { return handle_->size; }

Communicator Communicator::node() const {
    if (size() <= 1) return alone();
    MPI_Comm shared = MPI_COMM_NULL;
    const Waiting waiting(*handle_->clock);
    check_mpi(
        MPI_Comm_split_type(handle_->comm, MPI_COMM_TYPE_SHARED, rank(), MPI_INFO_NULL, &shared),
        "MPI_Comm_split_type");
    return Communicator(std::make_shared<Handle>(shared, handle_->clock));
}

Communicator Communicator::split(int color, int key) const {
    MPI_Comm part = MPI_COMM_NULL;
    if (size() > 1) {
        const Waiting waiting(*handle_->clock);
        check_mpi(MPI_Comm_split(handle_->comm, color < 0 ? MPI_UNDEFINED : color, key, &part),
                  "MPI_Comm_split");
    }
    if (part != MPI_COMM_NULL) return Communicator(std::make_shared<Handle>(part, handle_->clock));
    auto handle = std::make_shared<Handle>();
    if (color < 0) handle->rank = -1, handle->size = 0;
    return Communicator(std::move(handle));
}

double Communicator::take_longest_wait() const { return handle_->clock->take_longest_seconds(); }

void Communicator::barrier() const {
    if (size() <= 1) return;
    const Waiting waiting(*handle_->clock);
    check_mpi(MPI_Barrier(handle_->comm), "MPI_Barrier");
}

void Communicator::sum(std::vector<double>& values) const {
    all_reduce(*this, values.data(), static_cast<std::int64_t>(values.size()), MPI_DOUBLE, MPI_SUM);
}

void Communicator::sum(torch::Tensor& values) const {
    require_contiguous(values);
    if (values.scalar_type() == torch::kFloat32)
        all_reduce(*this, values.data_ptr<float>(), values.numel(), MPI_FLOAT, MPI_SUM);
    else
        all_reduce(*this, values.data_ptr<double>(), values.numel(), MPI_DOUBLE, MPI_SUM);
}

std::uint64_t Communicator::sum(std::uint64_t value) const {
    all_reduce(*this, &value, 1, MPI_UINT64_T, MPI_SUM);
    return value;
}

std::int64_t Communicator::max(std::int64_t value) const {
    all_reduce(*this, &value, 1, MPI_INT64_T, MPI_MAX);
    return value;
}

std::int64_t Communicator::min(std::int64_t value) const {
    all_reduce(*this, &value, 1, MPI_INT64_T, MPI_MIN);
    return value;
}

std::vector<double> Communicator::gather(double value) const {
    std::vector<double> values(static_cast<std::size_t>(size()), value);
    if (size() <= 1) return values;
    const Waiting waiting(*handle_->clock);
    check_mpi(MPI_Allgather(&value, 1, MPI_DOUBLE, values.data(), 1, MPI_DOUBLE, handle_->comm),
              "MPI_Allgather");
    return values;
}

std::vector<std::string> Communicator::gather(const std::string& text) const {
    std::vector<std::string> texts;
    for (int root = 0; root < size(); ++root) texts.push_back(broadcast(text, root));
    return texts;
}

void Communicator::broadcast(torch::Tensor& values, int root) const {
    require_contiguous(values);
    broadcast(values.data_ptr(), values.numel() * values.element_size(), root);
}

void Communicator::broadcast(void* bytes, std::int64_t count, int root) const {
    if (size() <= 1) return;
    const Waiting waiting(*handle_->clock);
    in_pieces(count, [&](std::int64_t offset, int piece) {
        check_mpi(
            MPI_Bcast(static_cast<char*>(bytes) + offset, piece, MPI_BYTE, root, handle_->comm),
            "MPI_Bcast");
    });
}

std::string Communicator::broadcast(const std::string& text, int root) const {
    auto length = static_cast<std::int64_t>(text.size());
    broadcast(&length, sizeof length, root);
    std::string result = text;
    result.resize(static_cast<std::size_t>(length));
    broadcast(result.data(), length, root);
    return result;
}

}  // namespace dcrnn
