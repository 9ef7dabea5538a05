#include "window_sets.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/npz_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <utility>

namespace dcrnn {
namespace {

constexpr std::array<const char*, 3> kSplits{"train", "val", "test"};

[[noreturn]] void refuse(const std::string& path, const std::string& problem,
                         const std::string& reason) {
    throw Error(ErrorKind::data,
                fmt::format("the windows of '{}' cannot be used: {}", path, problem), reason,
                "give the archives as generate_training_data writes them");
}

std::int64_t axis(const std::vector<std::int64_t>& shape, std::size_t i) {
    return i < shape.size() ? shape[i] : 1;  // one feature has no axis in some
}

void check_shapes(const std::string& path, const NpyArray& x, const NpyArray& y) {
    for (const NpyArray* array : {&x, &y}) {
        const auto& shape = array->shape();
        if (!array->header().is_number() || (shape.size() != 3 && shape.size() != 4) ||
            array->header().elements == 0)
            refuse(path,
                   fmt::format("{} has the shape [{}] and the type {}", array->name(),
                               fmt::join(shape, ", "), array->header().type),
                   "numbers [sample, step, sensor, feature] are expected");
    }
    if (x.shape()[0] != y.shape()[0] || x.shape()[2] != y.shape()[2] ||
        axis(y.shape(), 3) > axis(x.shape(), 3))
        refuse(path,
               fmt::format("x has the shape [{}], y [{}]", fmt::join(x.shape(), ", "),
                           fmt::join(y.shape(), ", ")),
               "samples and sensors must be the same, and y has no feature that x has not");
}

std::vector<std::int64_t> read_offsets(const NpzFile& file, const std::string& name,
                                       std::int64_t steps, std::int64_t otherwise) {
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(steps));
    for (std::size_t i = 0; i < offsets.size(); ++i)
        offsets[i] = otherwise + static_cast<std::int64_t>(i);
    if (!file.has(name)) return offsets;
    const NpyArray array = file.array(name);
    if (array.header().elements != steps)
        refuse(file.path(), fmt::format("{} has {} entries", name, array.header().elements),
               fmt::format("the windows have {} steps", steps));
    offsets = array.read<std::int64_t>();
    for (std::size_t i = 1; i < offsets.size(); ++i)
        if (offsets[i - 1] == std::numeric_limits<std::int64_t>::max() ||
            offsets[i] != offsets[i - 1] + 1)
            refuse(file.path(),
                   fmt::format("{} jumps from {} to {}", name, offsets[i - 1], offsets[i]),
                   "each step of a window must be the row after the one before");
    return offsets;
}

}  // namespace

bool has_windows(const std::string& path) {
    const ZipArchive archive = ZipArchive::open(path);  // which may hold other things than arrays
    return archive.has("x.npy") && archive.has("y.npy");
}

WindowSet open_windows(const std::string& path) {
    const NpzFile file = NpzFile::open(path);
    NpyArray x = file.array("x"), y = file.array("y");
    check_shapes(path, x, y);
    const auto x_shape = x.shape(), y_shape = y.shape();
    const auto x_offsets = read_offsets(file, "x_offsets", x_shape[1], 1 - x_shape[1]);
    const auto y_offsets = read_offsets(file, "y_offsets", y_shape[1], 1);
    std::int64_t shift = 0;
    if (__builtin_sub_overflow(y_offsets.front(), x_offsets.front(), &shift) || shift < 0 ||
        shift > x_shape[1])
        refuse(path, fmt::format("y begins {} rows after x, which has {}", shift, x_shape[1]),
               "rows between them would be in no window");
    return {path,       std::move(x),     std::move(y), x_shape[0],       x_shape[1],
            x_shape[2], axis(x_shape, 3), y_shape[1],   axis(y_shape, 3), shift};
}

std::vector<std::string> window_files_of(const std::string& folder) {
    std::vector<std::string> paths;
    for (const char* split : kSplits) {
        const auto path = std::filesystem::path(folder) / (std::string(split) + ".npz");
        if (std::filesystem::exists(path)) paths.push_back(path.string());
    }
    return paths;
}

std::vector<std::string> in_order_of_time(std::vector<std::string> paths) {
    const auto place = [](const std::string& path) {
        const std::string name = std::filesystem::path(path).filename().string();
        const auto split = std::find_if(kSplits.begin(), kSplits.end(), [&](const char* text) {
            return name.find(text) != std::string::npos;
        });
        return split - kSplits.begin();
    };
    std::stable_sort(paths.begin(), paths.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    return paths;
}

}  // namespace dcrnn
