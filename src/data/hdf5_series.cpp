#include "dcrnn/data/hdf5_series.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dcrnn {
namespace {

template <class Integer>
std::vector<std::string> texts(const std::vector<Integer>& ids) {
    std::vector<std::string> result;
    for (const Integer id : ids) result.push_back(fmt::to_string(id));
    return result;
}

}  // namespace

std::vector<std::string> read_ids(const Hdf5File& file, const std::string& dataset) {
    const DatasetInfo info = file.info(dataset);
    require(info.shape.size() == 1, ErrorKind::data,
            fmt::format("'{}' in '{}' is no list", dataset, file.path()),
            fmt::format("its shape is [{}]", fmt::join(info.shape, ", ")),
            "store one identifier per sensor");
    if (info.element == ElementKind::string) return file.read_strings(dataset);
    require(info.element == ElementKind::integer, ErrorKind::data,
            fmt::format("'{}' in '{}' holds no sensor ids", dataset, file.path()),
            "they are neither text nor whole numbers", "store them as text");
    return info.is_unsigned ? texts(file.read<std::uint64_t>(dataset))
                            : texts(file.read<std::int64_t>(dataset));
}

void check_seconds(const Hdf5File& file, const std::string& dataset,
                   const std::vector<std::int64_t>& timestamps) {
    constexpr std::int64_t latest = 253402300800;  // the year 10000
    for (std::size_t row = 0; row < timestamps.size(); ++row)
        if (timestamps[row] >= latest || timestamps[row] <= -latest)
            throw Error(ErrorKind::data,
                        fmt::format("'{}' in '{}' are not seconds", dataset, file.path()),
                        fmt::format("row {} holds {}", row, timestamps[row]),
                        "store seconds since 1970-01-01 00:00, not milliseconds or nanoseconds");
}

void require_shape(const Hdf5File& file, const std::string& dataset,
                   const std::vector<std::int64_t>& expected, const std::string& meaning) {
    const std::vector<std::int64_t> shape = file.info(dataset).shape;
    require(shape == expected, ErrorKind::data,
            fmt::format("'{}' in '{}' has the shape [{}]", dataset, file.path(),
                        fmt::join(shape, ", ")),
            fmt::format("it must be [{}], {}", fmt::join(expected, ", "), meaning),
            "write the file again with matching shapes (data/README.md)");
}

}  // namespace dcrnn
