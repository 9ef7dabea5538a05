#pragma once
// One optimiser step on a global batch that the ranks share. Each rank back-propagates its sum of
// masked absolute errors; sums and counts meet in one small reduction, gradients in one large one;
// the division by the global count of valid targets comes after it. So N ranks compute what one
// computes, also where a rank has no window at all.

#include "dcrnn/config/options.hpp"
#include "dcrnn/data/batch.hpp"
#include "dcrnn/data/scaler.hpp"
#include "dcrnn/model/dcrnn.hpp"
#include "dcrnn/mpi/communicator.hpp"
#include "dcrnn/mpi/gradient_sum.hpp"
#include "dcrnn/train/adam.hpp"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace dcrnn {

// What a rank wants to tell the others with a step; the ranks combine it by "any".
struct StepWishes {
    std::int64_t interrupt = 0;  // a signal asked for an end
    std::int64_t save = 0;       // a checkpoint is due
};

struct StepResult {
    double absolute = 0, count = 0;             // of the global batch, raw units
    double gradient_norm = 0;                   // before clipping
    StepWishes wishes;                          // of any rank
    bool updated() const { return count > 0; }  // a batch without any valid target makes no update
};

class TrainingStep {
public:
    // Keeps references to the network, whose parameters it alters, and to the optimiser.
    TrainingStep(const Communicator& comm, Dcrnn& network, Adam& adam, const Scaler& scaler,
                 const TrainOptions& options, GradientPath path);

    // batch: this rank's share of the global batch number `step`, in epoch `epoch` (both from 0);
    // may have no windows. Throws Error(diverged) on every rank when loss or gradient is NaN or
    // Inf; the parameters are then untouched.
    StepResult run(const Batch& batch, std::int64_t step, std::int64_t epoch, StepWishes wishes);

    const std::string& path_choice() const { return gradient_sum_.choice(); }
    // Spent in both reductions so far, waiting for other ranks included.
    double communication_seconds() const { return small_sum_seconds_ + gradient_sum_.seconds(); }

private:
    torch::Tensor back_propagate(const Batch& batch, std::int64_t step);
    void sum_over_ranks(std::vector<double>& totals);
    void reduce_gradient();

    Communicator comm_;
    Dcrnn& network_;
    Adam& adam_;
    Scaler scaler_;
    TrainOptions options_;
    GradientSum gradient_sum_;
    double small_sum_seconds_ = 0;
    torch::Tensor gradient_;  // flat, the gradient of the network's flat parameters
};

}  // namespace dcrnn
