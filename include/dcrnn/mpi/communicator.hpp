#pragma once
// A group of ranks and the few collectives the program needs, blocking, on the CPU. Owns a
// duplicate of its MPI communicator with an error handler that returns, and checks every call: a
// failed one is Error(other) with MPI's own text. With one rank every collective is the identity
// and calls no MPI.

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
    Communicator split(int color, int key)
        const;  // MPI_Comm_split; color < 0: a communicator of no use to this rank

    void barrier() const;
    void sum(
        std::vector<double>& values) const;  // in place, on every rank; equal bits on all ranks
    void sum(torch::Tensor& values) const;   // contiguous CPU float32 or float64
    std::uint64_t sum(std::uint64_t value) const;  // modulo 2^64
    std::int64_t max(std::int64_t value) const;
    std::int64_t min(std::int64_t value) const;
    std::vector<double> gather(double value) const;                  // [size] on every rank
    std::vector<std::string> gather(const std::string& text) const;  // [size] on every rank
    void broadcast(torch::Tensor& values,
                   int root) const;  // contiguous CPU, same shape and type on all ranks
    void broadcast(void* bytes, std::int64_t count, int root) const;  // any number of bytes
    std::string broadcast(const std::string& text, int root) const;

private:
    struct Handle;
    explicit Communicator(std::shared_ptr<const Handle> handle);
    std::shared_ptr<const Handle>
        handle_;  // copies share the MPI communicator; the last one frees it
};

}  // namespace dcrnn
