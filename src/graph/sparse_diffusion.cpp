#include "sparse_diffusion.hpp"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace dcrnn {
namespace {

template <class T>
CsrMatrix<T> compress(const torch::Tensor& dense) {
    const torch::Tensor values = dense.to(torch::kCPU, torch::kFloat64).contiguous();
    const auto rows = values.accessor<double, 2>();
    CsrMatrix<T> matrix;
    matrix.row_begin.push_back(0);
    for (std::int64_t i = 0; i < rows.size(0); ++i) {
        for (std::int64_t j = 0; j < rows.size(1); ++j) {
            if (rows[i][j] == 0) continue;
            matrix.column.push_back(static_cast<std::int32_t>(j));
            matrix.value.push_back(static_cast<T>(rows[i][j]));
        }
        matrix.row_begin.push_back(static_cast<std::int64_t>(matrix.value.size()));
    }
    return matrix;
}

template <class T>
std::int64_t memory(const CsrMatrix<T>& matrix) {
    return static_cast<std::int64_t>(matrix.row_begin.size() * sizeof(std::int64_t) +
                                     matrix.column.size() * (sizeof(std::int32_t) + sizeof(T)));
}

// The signals of one tile, [signal, sensor, width], in a buffer that one thread uses for all its
// tiles.
template <class T>
class Tile {
public:
    static constexpr std::int64_t kWidth = kTileBytes / static_cast<std::int64_t>(sizeof(T));

    Tile(std::int64_t signals, std::int64_t sensors)
        : sensors_(sensors),
          buffer_(torch::empty({signals, sensors, kWidth}, torch::CppTypeToScalarType<T>::value)),
          data_(buffer_.data_ptr<T>()) {}

    T* signal(std::int64_t number) { return data_ + number * sensors_ * kWidth; }

    // Columns first .. of `from` [sensor, columns]; beyond the last column zeros.
    void load(std::int64_t number, const T* from, std::int64_t first, std::int64_t columns) {
        const std::int64_t width = std::min(kWidth, columns - first);
        T* to = signal(number);
        for (std::int64_t row = 0; row < sensors_; ++row, to += kWidth) {
            std::copy_n(from + row * columns + first, width, to);
            std::fill(to + width, to + kWidth, T{0});
        }
    }

    void store(std::int64_t number, T* into, std::int64_t first, std::int64_t columns) {
        const std::int64_t width = std::min(kWidth, columns - first);
        const T* from = signal(number);
        for (std::int64_t row = 0; row < sensors_; ++row, from += kWidth) {
            std::copy_n(from, width, into + row * columns + first);
        }
    }

    void subtract(std::int64_t from, std::int64_t number) {
        T* to = signal(from);
        const T* values = signal(number);
        for (std::int64_t i = 0; i < sensors_ * kWidth; ++i) to[i] -= values[i];
    }

private:
    std::int64_t sensors_;
    torch::Tensor buffer_;  // aligned to 64 bytes
    T* data_;
};

template <class T>
class TiledDiffusion final : public SparseDiffusion {
public:
    TiledDiffusion(const std::vector<torch::Tensor>& supports, std::vector<DiffusionStep> steps)
        : sensors_(supports.at(0).size(0)), steps_(std::move(steps)) {
        for (const auto& support : supports) {
            supports_.push_back(compress<T>(support));
            transposed_.push_back(compress<T>(support.t()));
        }
    }

    torch::Tensor forward(const torch::Tensor& signal) const override {
        const torch::Tensor input = signal.contiguous();
        const std::int64_t columns = input.size(1);
        torch::Tensor output = torch::empty({signals() - 1, sensors_, columns}, input.options());
        const T* from = input.data_ptr<T>();
        T* into = output.data_ptr<T>();
        for_each_tile(columns, [this, from, into, columns](Tile<T>& tile, std::int64_t first) {
            tile.load(0, from, first, columns);
            for (const DiffusionStep& step : steps_) {
                const bool subtracts = step.subtrahend != kNoSignal;
                tile_product(supports_[index(step.support)], static_cast<T>(step.factor),
                             tile.signal(step.operand), T{-1},
                             subtracts ? tile.signal(step.subtrahend) : nullptr,
                             tile.signal(step.result));
                tile.store(step.result, into + (step.result - 1) * sensors_ * columns, first,
                           columns);
            }
        });
        return output;
    }

    // The steps in reverse: when a result's turn comes, all that was computed from it has already
    // added to its gradient.
    torch::Tensor backward(const torch::Tensor& gradient) const override {
        const torch::Tensor outputs = gradient.contiguous();
        const std::int64_t columns = outputs.size(2);
        torch::Tensor input = torch::empty({sensors_, columns}, outputs.options());
        const T* from = outputs.data_ptr<T>();
        T* into = input.data_ptr<T>();
        for_each_tile(columns, [this, from, into, columns](Tile<T>& tile, std::int64_t first) {
            std::fill_n(tile.signal(0), sensors_ * Tile<T>::kWidth, T{0});
            for (std::int64_t i = 1; i < signals(); ++i) {
                tile.load(i, from + (i - 1) * sensors_ * columns, first, columns);
            }
            for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
                T* operand = tile.signal(step->operand);
                tile_product(transposed_[index(step->support)], static_cast<T>(step->factor),
                             tile.signal(step->result), T{1}, operand, operand);
                if (step->subtrahend != kNoSignal) tile.subtract(step->subtrahend, step->result);
            }
            tile.store(0, into, first, columns);
        });
        return input;
    }

    std::int64_t bytes() const override {
        std::int64_t sum = 0;
        for (const auto& matrix : supports_) sum += memory(matrix);
        for (const auto& matrix : transposed_) sum += memory(matrix);
        return sum;
    }

private:
    static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }
    std::int64_t signals() const { return static_cast<std::int64_t>(steps_.size()) + 1; }

    template <class Work>
    void for_each_tile(std::int64_t columns, const Work& work) const {
        const std::int64_t tiles = (columns + Tile<T>::kWidth - 1) / Tile<T>::kWidth;
        at::parallel_for(0, tiles, 1, [&](std::int64_t begin, std::int64_t end) {
            Tile<T> tile(signals(), sensors_);
            for (std::int64_t i = begin; i < end; ++i) work(tile, i * Tile<T>::kWidth);
        });
    }

    std::int64_t sensors_;
    std::vector<DiffusionStep> steps_;
    std::vector<CsrMatrix<T>> supports_, transposed_;
};

// What the graph of autograd can hold on to.
struct Capsule : torch::CustomClassHolder {
    explicit Capsule(std::shared_ptr<const SparseDiffusion> held) : diffusion(std::move(held)) {}
    std::shared_ptr<const SparseDiffusion> diffusion;
};

struct DiffuseFunction : torch::autograd::Function<DiffuseFunction> {
    static torch::Tensor forward(torch::autograd::AutogradContext* context,
                                 const torch::Tensor& signal,
                                 const std::shared_ptr<const SparseDiffusion>& diffusion) {
        context->saved_data["diffusion"] =
            torch::IValue::make_capsule(torch::make_intrusive<Capsule>(diffusion));
        return diffusion->forward(signal);
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        const auto capsule = context->saved_data["diffusion"].toCapsule();
        const auto& diffusion = static_cast<const Capsule&>(*capsule).diffusion;
        return {diffusion->backward(gradients[0]), torch::Tensor()};
    }
};

}  // namespace

std::shared_ptr<const SparseDiffusion> make_sparse_diffusion(
    const std::vector<torch::Tensor>& supports, const std::vector<DiffusionStep>& steps,
    torch::Dtype dtype) {
    assert(dtype == torch::kFloat32 || dtype == torch::kFloat64);
    if (dtype == torch::kFloat64) return std::make_shared<TiledDiffusion<double>>(supports, steps);
    return std::make_shared<TiledDiffusion<float>>(supports, steps);
}

torch::Tensor differentiable_forward(const std::shared_ptr<const SparseDiffusion>& diffusion,
                                     const torch::Tensor& signal) {
    return DiffuseFunction::apply(signal, diffusion);
}

}  // namespace dcrnn
