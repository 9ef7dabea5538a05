#pragma once
// Archives of windows as the published generate_training_data writes them: x [sample, step,
// sensor, feature] what is looked at, y what follows, x_offsets and y_offsets the rows of both
// relative to now. https://github.com/liyaguang/DCRNN (scripts/generate_training_data.py)

#include "dcrnn/files/npy_array.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dcrnn {

struct WindowSet {
    std::string path;
    NpyArray x, y;
    std::int64_t samples, steps, sensors, features;    // of x
    std::int64_t following_steps, following_features;  // of y
    std::int64_t shift;                                // from the first row of x to that of y
};

// Whether the archive has x and y.
bool has_windows(const std::string& path);

// Throws Error(data) naming the array whose shape is wrong.
WindowSet open_windows(const std::string& path);

// train.npz, val.npz and test.npz of a folder, those that are there; for files the same order where
// their names tell it.
std::vector<std::string> window_files_of(const std::string& folder);
std::vector<std::string> in_order_of_time(std::vector<std::string> paths);

}  // namespace dcrnn
