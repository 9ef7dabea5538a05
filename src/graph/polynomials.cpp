#include "polynomials.hpp"

#include <utility>

namespace dcrnn {
namespace {

class ProgramWriter {
public:
    explicit ProgramWriter(DiffusionForm form) : form_(form) {}

    // Signals of degree 0 .. `degree` in the support, starting from `signal`.
    std::vector<std::int64_t> polynomials(std::int64_t support, std::int64_t signal,
                                          std::int64_t degree) {
        std::vector<std::int64_t> results{signal};
        for (std::int64_t k = 1; k <= degree; ++k) {
            const bool recurrence = k > 1 && form_ != DiffusionForm::powers;
            const std::int64_t subtrahend = recurrence ? results[results.size() - 2] : kNoSignal;
            program_.steps.push_back(
                {support, recurrence ? 2.0 : 1.0, results.back(), subtrahend, program_.signals()});
            results.push_back(program_.steps.back().result);
        }
        return results;
    }

    void add_copies(const std::vector<std::int64_t>& results) {
        program_.copies.insert(program_.copies.end(), results.begin() + 1, results.end());
    }

    DiffusionProgram take() { return std::move(program_); }

private:
    DiffusionForm form_;
    DiffusionProgram program_;
};

// The degree of what a support leaves to the next one: the last but one of its results.
std::int64_t degree_left(std::int64_t max_diffusion_step, DiffusionForm form) {
    const bool leaves = form == DiffusionForm::released && max_diffusion_step > 1;
    return leaves ? max_diffusion_step - 1 : 0;
}

}  // namespace

DiffusionProgram diffusion_program(std::int64_t supports, std::int64_t max_diffusion_step,
                                   DiffusionForm form) {
    ProgramWriter writer(form);
    std::int64_t start = 0;
    for (std::int64_t support = 0; support < supports; ++support) {
        const auto results = writer.polynomials(support, start, max_diffusion_step);
        writer.add_copies(results);
        start = results[static_cast<std::size_t>(degree_left(max_diffusion_step, form))];
    }
    return writer.take();
}

DiffusionProgram transposed_program(std::int64_t supports, std::int64_t max_diffusion_step,
                                    DiffusionForm form) {
    const std::int64_t left = degree_left(max_diffusion_step, form);
    ProgramWriter writer(form);
    for (std::int64_t support = 0; support < supports; ++support) {
        auto results = writer.polynomials(support, 0, max_diffusion_step);
        for (std::int64_t earlier = support - 1; left > 0 && earlier >= 0; --earlier)
            for (auto result = results.begin() + 1; result != results.end(); ++result)
                *result = writer.polynomials(earlier, *result, left).back();
        writer.add_copies(results);
    }
    return writer.take();
}

}  // namespace dcrnn
