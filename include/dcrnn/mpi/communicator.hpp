#pragma once
// A group of ranks and the few collectives the program needs, blocking. Owns a duplicate of its MPI
// communicator with an error handler that returns, and checks every call: a failed one is
// Error(other) with MPI's own text. With one rank every collective is the identity and calls no
// MPI. Sums have equal bits on all ranks, and again in another run of the same ranks.

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dcrnn {

class Communicator {
public:
    static Communicator world();  // needs an MpiSession
    static Communicator alone();  // one rank; needs no MPI at all (library use, unit tests)

    int rank() const;
    int size() const;
    bool is_root() const { return rank() == 0; }

    Communicator node() const;  // the ranks that share memory with this one
    // MPI_Comm_split: ranks of equal color, ordered by key, then by rank. color < 0: this rank
    // joins no group and gets one of size 0, its rank -1.
    Communicator split(int color, int key) const;

    void barrier() const;
    void sum(std::vector<double>& values) const;  // in place, on every rank
    // In place; contiguous float32 or float64, on the CPU or on a device whose pointers MPI takes
    // (GradientSum finds that out).
    void sum(torch::Tensor& values) const;
    std::uint64_t sum(std::uint64_t value) const;  // modulo 2^64
    std::int64_t max(std::int64_t value) const;
    std::int64_t min(std::int64_t value) const;
    std::vector<double> gather(double value) const;                  // [size] on every rank
    std::vector<std::string> gather(const std::string& text) const;  // [size] on every rank
    // contiguous CPU, same shape and type on all ranks
    void broadcast(torch::Tensor& values, int root) const;
    void broadcast(void* bytes, std::int64_t count, int root) const;  // any number of bytes
    std::string broadcast(const std::string& text, int root) const;

    // Seconds of the longest single wait for other ranks, here or in a part of this communicator,
    // since the last question.
    double take_longest_wait() const;

    struct Handle;  // the MPI communicator; known to the sources in mpi/ only
    const Handle& handle() const { return *handle_; }

private:
    explicit Communicator(std::shared_ptr<const Handle> handle);
    std::shared_ptr<const Handle> handle_;  // copies share it; the last one frees it, on all ranks
};

}  // namespace dcrnn
