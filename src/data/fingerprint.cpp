#include "dcrnn/data/fingerprint.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>
#include <vector>

namespace dcrnn {
namespace {

template <class T>
std::uint64_t hash(const std::vector<T>& values, std::uint64_t seed) {
    return XXH3_64bits_withSeed(values.data(), values.size() * sizeof(T), seed);
}

// Equal readings have equal bytes: a NaN has many forms and a zero two.
std::vector<double> canonical(const torch::Tensor& rows) {
    const torch::Tensor values = rows.to(torch::kDouble).contiguous();
    const auto* begin = values.data_ptr<double>();
    std::vector<double> bytes(begin, begin + values.numel());
    for (double& value : bytes) {
        if (value != value) value = std::numeric_limits<double>::quiet_NaN();
        if (value == 0) value = 0;
    }
    return bytes;
}

std::uint64_t hash_header(const Series& series) {
    std::string ids;
    for (const std::string& id : series.sensor_ids) ids += std::to_string(id.size()) + ':' + id;
    const std::vector<std::uint64_t> parts{
        static_cast<std::uint64_t>(series.rows()), static_cast<std::uint64_t>(series.sensors()),
        static_cast<std::uint64_t>(series.features()), XXH3_64bits(ids.data(), ids.size()),
        hash(series.timestamps, 0)};
    return hash(parts, std::numeric_limits<std::uint64_t>::max());  // no block has this number
}

}  // namespace

std::uint64_t fingerprint_part(const Series& series, std::int64_t part, std::int64_t parts) {
    assert(part >= 0 && part < parts);
    std::uint64_t sum = part == 0 ? hash_header(series) : 0;
    for (std::int64_t block = part; block * kFingerprintBlock < series.rows(); block += parts) {
        const std::int64_t first = block * kFingerprintBlock;
        const std::int64_t count = std::min(kFingerprintBlock, series.rows() - first);
        sum += hash(canonical(series.values.narrow(0, first, count)),
                    static_cast<std::uint64_t>(block));
    }
    return sum;
}

}  // namespace dcrnn
