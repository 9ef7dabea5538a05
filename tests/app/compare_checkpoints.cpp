// compare_checkpoints FIRST SECOND TOLERANCE: 0 when both hold the same state of training; for each
// tensor max|a - b| <= TOLERANCE max|b|, so that 0 asks for equal bits.

#include "dcrnn/train/checkpoint.hpp"

#include <cstdlib>
#include <iostream>
#include <string>

namespace {

bool agree(const char* name, const torch::Tensor& a, const torch::Tensor& b, double tolerance) {
    if (a.defined() != b.defined()) {
        std::cerr << name << ": only one has it\n";
        return false;
    }
    if (!a.defined()) return true;
    const bool comparable = a.sizes() == b.sizes() && a.scalar_type() == b.scalar_type();
    const double difference = comparable ? (a - b).abs().max().item<double>() : 1e300;
    const double bound = tolerance * b.abs().max().item<double>();
    if (difference <= bound) return true;
    std::cerr << name << ": largest difference " << difference << ", allowed " << bound << '\n';
    return false;
}

bool agree(const char* name, double a, double b, double tolerance) {
    if (std::abs(a - b) <= tolerance * std::abs(b)) return true;
    std::cerr << name << ": " << a << " and " << b << '\n';
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: compare_checkpoints FIRST SECOND TOLERANCE\n";
        return 2;
    }
    const double tolerance = std::atof(argv[3]);
    const auto a = dcrnn::read_checkpoint(argv[1]).state;
    const auto b = dcrnn::read_checkpoint(argv[2]).state;
    bool equal = agree("parameters", a.parameters, b.parameters, tolerance);
    equal &= agree("best parameters", a.best_parameters, b.best_parameters, tolerance);
    equal &= agree("first moments", a.first, b.first, tolerance);
    equal &= agree("second moments", a.second, b.second, tolerance);
    equal &= agree("best MAE", a.best_mae, b.best_mae, tolerance);
    equal &= agree("sum of the epoch", a.epoch_absolute, b.epoch_absolute, tolerance);
    const auto same = [&](const char* name, std::int64_t x, std::int64_t y) {
        equal &= agree(name, static_cast<double>(x), static_cast<double>(y), 0);
    };
    same("epoch", a.epoch, b.epoch);
    same("batch", a.batch, b.batch);
    same("step", a.step, b.step);
    same("updates", a.updates, b.updates);
    same("best epoch", a.best_epoch, b.best_epoch);
    same("waited", a.waited, b.waited);
    return equal ? 0 : 1;
}
