#include "dcrnn/train/storage.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>

namespace dcrnn {

StorageChoice choose_storage(AdjacencyKind wanted, int ranks, const torch::Device& device,
                             std::int64_t nonzeros, std::int64_t sensors) {
    if (device.is_cuda()) {
        require(wanted != AdjacencyKind::sparse, ErrorKind::usage,
                "--adjacency sparse cannot be used on a GPU",
                "the sparse product is written for the processor",
                "leave --adjacency away, or add --device cpu");
        return {SupportStorage::dense, "dense, on a GPU", ""};
    }
    if (ranks > 1) {
        require(
            wanted != AdjacencyKind::sparse, ErrorKind::usage,
            fmt::format("--adjacency sparse cannot be used with {} ranks", ranks),
            "distributed training works on dense supports; sparse tensors have no storage to share",
            "leave --adjacency away (the program then chooses dense), or start one rank");
        return {SupportStorage::dense, fmt::format("dense, {} ranks", ranks), ""};
    }
    if (wanted != AdjacencyKind::dense) return {SupportStorage::sparse, "sparse, one rank", ""};
    const double share = sensors == 0
                             ? 1.0
                             : static_cast<double>(nonzeros) /
                                   (static_cast<double>(sensors) * static_cast<double>(sensors));
    return {SupportStorage::dense, "dense, as asked for",
            fmt::format(
                "--adjacency dense on one rank multiplies {} x {} matrices of which {:.1f} % is "
                "not zero "
                "(a diffusion costs about {:.0f} times the arithmetic of sparse supports): leave "
                "--adjacency away to let the program choose",
                sensors, sensors, 100 * share, share > 0 ? 1 / share : 1.0)};
}

}  // namespace dcrnn
