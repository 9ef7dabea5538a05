#include "sparse_diffusion.hpp"

#include "row_product.hpp"

#include <ATen/Parallel.h>

#include <cassert>
#include <utility>

namespace dcrnn {
namespace {

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

// Where the signals of a program lie in the copies of one window: those that are copies in their
// place, the results between in a scratch of their own.
template <class T>
class WindowSignals {
public:
    WindowSignals(const DiffusionProgram& program, const torch::Tensor& copies)
        : stride_(copies.stride(1)),
          window_stride_(copies.stride(0)),
          features_(copies.size(3)),
          places_(index(program.signals())) {
        std::int64_t matrix = 0;
        places_[0] = {copies.data_ptr<T>(), stride_};
        for (const std::int64_t signal : program.copies)
            places_[index(signal)] = {copies.data_ptr<T>() + ++matrix * features_, stride_};
        const std::int64_t between = program.signals() - matrix - 1, sensors = copies.size(1);
        if (between == 0) return;
        scratch_ = torch::empty({between, sensors, features_}, copies.options());
        T* free = scratch_.data_ptr<T>();
        for (auto& place : places_) {
            if (place.base != nullptr) continue;
            place = {free, features_};
            free += sensors * features_;
        }
    }

    void go_to(std::int64_t window) { offset_ = window * window_stride_; }

    WindowSignal<T> operator[](std::int64_t signal) const {
        WindowSignal<T> place = places_[index(signal)];
        if (place.stride == stride_) place.base += offset_;
        return place;
    }

    std::int64_t features() const { return features_; }

private:
    std::int64_t stride_, window_stride_, features_, offset_ = 0;
    std::vector<WindowSignal<T>> places_;
    torch::Tensor scratch_;
};

template <class Stored>
class RowDiffusion final : public SparseDiffusion {
    using T = Computed<Stored>;

public:
    RowDiffusion(const std::vector<torch::Tensor>& supports, DiffusionProgram program,
                 DiffusionProgram transposed)
        : sensors_(supports.at(0).size(0)),
          program_(std::move(program)),
          transposed_program_(std::move(transposed)) {
        for (const auto& support : supports) {
            supports_.emplace_back(support);
            transposed_.emplace_back(support.t());
        }
    }

    void diffuse(const torch::Tensor& copies) const override { run(program_, supports_, copies); }
    void diffuse_transposed(const torch::Tensor& copies) const override {
        run(transposed_program_, transposed_, copies);
    }

    // The steps in reverse: when a result's turn comes, all that was computed from it has already
    // added to its gradient. Every result is a copy here, so each begins with the one of its copy.
    void collect(const torch::Tensor& copies) const override {
        WindowSignals<Stored> signals(program_, copies);
        for (std::int64_t window = 0; window < copies.size(0); ++window) {
            signals.go_to(window);
            for (auto step = program_.steps.rbegin(); step != program_.steps.rend(); ++step) {
                const WindowSignal<Stored> operand = signals[step->operand];
                multiply(transposed_[index(step->support)], step->factor, signals[step->result],
                         T{1}, operand, operand, signals.features());
                if (step->subtrahend != kNoSignal)
                    subtract(signals[step->subtrahend], signals[step->result], signals.features());
            }
        }
    }

    std::int64_t bytes() const override {
        std::int64_t sum = 0;
        for (const auto& matrix : supports_) sum += matrix.bytes();
        for (const auto& matrix : transposed_) sum += matrix.bytes();
        return sum;
    }

private:
    void run(const DiffusionProgram& program, const std::vector<CsrMatrix<T>>& supports,
             const torch::Tensor& copies) const {
        WindowSignals<Stored> signals(program, copies);
        for (std::int64_t window = 0; window < copies.size(0); ++window) {
            signals.go_to(window);
            for (const DiffusionStep& step : program.steps) {
                const bool subtracts = step.subtrahend != kNoSignal;
                multiply(supports[index(step.support)], step.factor, signals[step.operand], T{-1},
                         subtracts ? signals[step.subtrahend] : WindowSignal<Stored>{},
                         signals[step.result], signals.features());
            }
        }
    }

    void multiply(const CsrMatrix<T>& matrix, double factor, WindowSignal<Stored> operand,
                  T addend_factor, WindowSignal<Stored> addend, WindowSignal<Stored> result,
                  std::int64_t features) const {
        constexpr std::int64_t rows_worth_a_thread = 256;
        at::parallel_for(
            0, sensors_, rows_worth_a_thread, [&](std::int64_t first, std::int64_t last) {
                row_product<Stored>(matrix, static_cast<T>(factor), {operand.base, operand.stride},
                                    addend_factor, {addend.base, addend.stride}, result, features,
                                    first, last);
            });
    }

    void subtract(WindowSignal<Stored> from, WindowSignal<Stored> values,
                  std::int64_t features) const {
        for (std::int64_t row = 0; row < sensors_; ++row) {
            Stored* minuend = from.base + row * from.stride;
            const Stored* subtrahend = values.base + row * values.stride;
#pragma omp simd
            for (std::int64_t f = 0; f < features; ++f)
                round_into(minuend[f], widen(minuend[f]) - widen(subtrahend[f]));
        }
    }

    std::int64_t sensors_;
    DiffusionProgram program_, transposed_program_;
    std::vector<CsrMatrix<T>> supports_, transposed_;
};

}  // namespace

std::shared_ptr<const SparseDiffusion> make_sparse_diffusion(
    const std::vector<torch::Tensor>& supports, const DiffusionProgram& program,
    const DiffusionProgram& transposed, torch::Dtype dtype) {
    if (dtype == torch::kFloat64)
        return std::make_shared<RowDiffusion<double>>(supports, program, transposed);
    if (dtype == torch::kBFloat16)
        return std::make_shared<RowDiffusion<c10::BFloat16>>(supports, program, transposed);
    assert(dtype == torch::kFloat32);
    return std::make_shared<RowDiffusion<float>>(supports, program, transposed);
}

}  // namespace dcrnn
