#include "dcrnn/product/bfloat16.hpp"
#include "dcrnn/product/widest_registers.hpp"
#include "gru_functions.hpp"
#include "gru_variants.hpp"

#include <ATen/Parallel.h>

#include <cstdint>
#include <type_traits>

namespace dcrnn::loops {
namespace {

// The units of each row.
template <class T>
struct Signal {
    T* base = nullptr;
    std::int64_t stride = 0;

    explicit Signal(const torch::Tensor& tensor) {
        if (!tensor.defined()) return;
        base = tensor.data_ptr<T>();
        stride = tensor.stride(0);
    }
    T* row(std::int64_t number) const { return base + number * stride; }
};

template <class T>
struct Sizes {
    std::int64_t rows, units;
    explicit Sizes(const GruCell& cell)
        : rows(cell.activations.size(0)), units(cell.activations.size(1) / 3) {}
};

// h of unit i.
template <class T>
[[gnu::always_inline]] inline T state_of(std::true_type, const T* state, std::int64_t i) {
    return state[i];
}
template <class T>
[[gnu::always_inline]] inline T state_of(std::false_type, const T*, std::int64_t) {
    return 0;
}

// work(whether there is a state, first unit, last unit), in the widest registers. What is the same
// for all units is a type: a compiler gives up on vectors where it would have to ask in the loop.
template <class Work>
void for_some_units(const GruCell& cell, const Work& work) {
    constexpr std::int64_t units_worth_a_thread = 16;
    const bool has_state = cell.state.defined();
    at::parallel_for(0, cell.activations.size(1) / 3, units_worth_a_thread,
                     [&](std::int64_t first, std::int64_t last) {
                         in_widest_registers([=](auto) __attribute__((always_inline)) {
                             if (has_state) {
                                 work(std::true_type{}, first, last);
                             } else {
                                 work(std::false_type{}, first, last);
                             }
                         });
                     });
}

template <class T, class Copy>
void open_gates_of(const GruCell& cell, const torch::Tensor& kept) {
    const Sizes<T> sizes(cell);
    const Signal<T> sums(cell.sums), states(cell.state);
    const Signal<Copy> activations(cell.activations), keep(kept);
    const T* bias = cell.bias.data_ptr<T>();
    const auto work = [=](auto has_state, std::int64_t first, std::int64_t last)
        __attribute__((always_inline)) {
        for (std::int64_t row = 0; row < sizes.rows; ++row) {
            const T *of_reset = sums.row(row), *of_update = of_reset + sizes.units;
            Copy *reset = activations.row(row), *update = reset + sizes.units;
            const T* update_bias = bias + sizes.units;
#pragma omp simd
            for (std::int64_t i = first; i < last; ++i)
                round_into(update[i], sigmoid(of_update[i] + update_bias[i]));
            if constexpr (!has_state) continue;
            const T* state = states.row(row);
            Copy* k = keep.row(row);
#pragma omp simd
            for (std::int64_t i = first; i < last; ++i) {
                const T r = sigmoid(of_reset[i] + bias[i]);
                round_into(reset[i], r);
                round_into(k[i], r * state[i]);
            }
        }
    };
    for_some_units(cell, work);
}

template <class T, class Copy>
void update_state_of(const GruCell& cell, const torch::Tensor& new_state,
                     const torch::Tensor& copy) {
    const Sizes<T> sizes(cell);
    const Signal<T> sums(cell.sums), states(cell.state), results(new_state);
    const Signal<Copy> activations(cell.activations), copies(copy);
    const T* bias = cell.bias.data_ptr<T>() + 2 * sizes.units;
    const auto work = [=](auto has_state, std::int64_t first, std::int64_t last)
        __attribute__((always_inline)) {
        for (std::int64_t row = 0; row < sizes.rows; ++row) {
            const T *of_candidate = sums.row(row) + 2 * sizes.units, *state = states.row(row);
            const Copy* update = activations.row(row) + sizes.units;
            Copy *candidate = activations.row(row) + 2 * sizes.units, *second = copies.row(row);
            T* result = results.row(row);
#pragma omp simd
            for (std::int64_t i = first; i < last; ++i) {
                const T c = hyperbolic_tangent(of_candidate[i] + bias[i]);
                const T old = state_of(has_state, state, i);
                const T h = c + widen(update[i]) * (old - c);
                round_into(candidate[i], c);
                result[i] = h;
                round_into(second[i], h);
            }
        }
    };
    for_some_units(cell, work);
}

template <class T, class Copy>
void update_state_backward_of(const GruCell& cell, const torch::Tensor& new_state,
                              const GruGradient& gradient, const torch::Tensor& candidate_copy,
                              const torch::Tensor& kept) {
    const Sizes<T> sizes(cell);
    const Signal<T> states(cell.state), directs(gradient.direct);
    const Signal<Copy> activations(cell.activations), upper(new_state), products(gradient.products),
        copies(candidate_copy), keep(kept);
    T* bias = gradient.bias.data_ptr<T>();
    const auto work = [=](auto has_state, std::int64_t first, std::int64_t last)
        __attribute__((always_inline)) {
        T *update_sum = bias + sizes.units, *candidate_sum = bias + 2 * sizes.units;
        for (std::int64_t row = 0; row < sizes.rows; ++row) {
            const Copy *reset = activations.row(row), *update = reset + sizes.units,
                       *candidate = update + sizes.units;
            const T* state = states.row(row);
            T* direct = directs.row(row);
            const Copy* from_above = upper.row(row);
            Copy *of_reset = products.row(row), *of_update = of_reset + sizes.units,
                 *of_candidate = of_update + sizes.units, *copy = copies.row(row),
                 *k = keep.row(row);
#pragma omp simd
            for (std::int64_t i = first; i < last; ++i) {
                const T g = widen(from_above[i]) + direct[i], u = widen(update[i]);
                const T c = widen(candidate[i]);
                const T old = state_of(has_state, state, i);
                const T du = g * (old - c) * u * (1 - u);
                const T dc = g * (1 - u) * (1 - c * c);
                round_into(of_update[i], du);
                round_into(of_candidate[i], dc);
                update_sum[i] += du;
                candidate_sum[i] += dc;
                direct[i] = g * u;
                if constexpr (has_state) {
                    round_into(copy[i], dc);
                    round_into(k[i], widen(reset[i]) * old);
                } else {
                    round_into(of_reset[i], T{0});
                }
            }
        }
    };
    for_some_units(cell, work);
}

template <class T, class Copy>
void open_gates_backward_of(const GruCell& cell, const torch::Tensor& kept,
                            const GruGradient& gradient) {
    const Sizes<T> sizes(cell);
    const Signal<T> states(cell.state), directs(gradient.direct);
    const Signal<Copy> activations(cell.activations), keep(kept), products(gradient.products);
    T* sum = gradient.bias.data_ptr<T>();
    const auto work = [=](auto /*has_state*/, std::int64_t first, std::int64_t last)
        __attribute__((always_inline)) {
        for (std::int64_t row = 0; row < sizes.rows; ++row) {
            const T* state = states.row(row);
            const Copy *reset = activations.row(row), *of_kept = keep.row(row);
            Copy* of_reset = products.row(row);
            T* direct = directs.row(row);
#pragma omp simd
            for (std::int64_t i = first; i < last; ++i) {
                const T d = widen(of_kept[i]), r = widen(reset[i]);
                const T dr = d * state[i] * r * (1 - r);
                round_into(of_reset[i], dr);
                sum[i] += dr;
                direct[i] += d * r;
            }
        }
    };
    for_some_units(cell, work);
}

// The types of a cell's values and of its activations and copies.
template <class Loops>
void in_types_of(const GruCell& cell, const Loops& loops) {
    const auto type = cell.activations.scalar_type();
    if (type == torch::kBFloat16) {
        loops(float{}, c10::BFloat16{});
    } else if (type == torch::kFloat32) {
        loops(float{}, float{});
    } else {
        loops(double{}, double{});
    }
}

}  // namespace

void open_gates(const GruCell& cell, const torch::Tensor& kept) {
    in_types_of(cell, [&](auto type, auto copy_type) {
        open_gates_of<decltype(type), decltype(copy_type)>(cell, kept);
    });
}

void update_state(const GruCell& cell, const torch::Tensor& new_state, const torch::Tensor& copy) {
    in_types_of(cell, [&](auto type, auto copy_type) {
        update_state_of<decltype(type), decltype(copy_type)>(cell, new_state, copy);
    });
}

void update_state_backward(const GruCell& cell, const torch::Tensor& new_state,
                           const GruGradient& gradient, const torch::Tensor& candidate,
                           const torch::Tensor& kept) {
    in_types_of(cell, [&](auto type, auto copy_type) {
        update_state_backward_of<decltype(type), decltype(copy_type)>(cell, new_state, gradient,
                                                                      candidate, kept);
    });
}

void open_gates_backward(const GruCell& cell, const torch::Tensor& kept,
                         const GruGradient& gradient) {
    in_types_of(cell, [&](auto type, auto copy_type) {
        open_gates_backward_of<decltype(type), decltype(copy_type)>(cell, kept, gradient);
    });
}

}  // namespace dcrnn::loops
