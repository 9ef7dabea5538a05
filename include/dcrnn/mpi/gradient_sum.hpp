#pragma once
// The sum of one flat gradient tensor over ranks: one blocking MPI_Allreduce, on device memory
// where Open MPI takes it, else through one pinned host buffer. All ranks choose alike.

#include "dcrnn/mpi/communicator.hpp"

#include <torch/types.h>

#include <string>

namespace dcrnn {

enum class GradientPath { automatic, device, host };

class GradientSum {
public:
    // Collective. `path` automatic: device if the library says that it takes device pointers
    // (MPIX_Query_cuda_support) and a small known sum comes out right on every rank; host
    // otherwise. `device` on a library that cannot: Error(usage). On the CPU both paths are valid
    // and give the same sums: host goes through the extra buffer.
    GradientSum(const Communicator& comm, GradientPath path, torch::Device device);

    // In place, contiguous float32 or float64 on the device given to the constructor.
    void reduce(torch::Tensor& gradient);

    const std::string& choice() const { return choice_; }  // for the log: what is used and why
    double seconds() const { return seconds_; }  // spent in reduce so far, waiting included

private:
    Communicator comm_;
    torch::Device device_;
    bool through_host_ = true;
    torch::Tensor host_;  // allocated at first use
    std::string choice_;
    double seconds_ = 0;
};

}  // namespace dcrnn
