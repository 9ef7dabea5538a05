#include "polynomials.hpp"

namespace dcrnn {

std::vector<DiffusionStep> diffusion_steps(std::int64_t supports, std::int64_t max_diffusion_step,
                                           DiffusionForm form) {
    std::vector<DiffusionStep> steps;
    std::int64_t start = 0, result = 0;
    for (std::int64_t support = 0; support < supports; ++support) {
        std::int64_t before = start, current = start;
        for (std::int64_t k = 1; k <= max_diffusion_step; ++k) {
            const bool recurrence = k > 1 && form != DiffusionForm::powers;
            steps.push_back({support, recurrence ? 2.0 : 1.0, current,
                             recurrence ? before : kNoSignal, ++result});
            if (k > 1) before = current;
            current = result;
        }
        if (form == DiffusionForm::released) start = before;
    }
    return steps;
}

}  // namespace dcrnn
