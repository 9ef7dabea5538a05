#include "dcrnn/data/row_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dcrnn {
namespace {

template <class Stored>
class MemoryRows : public RowSource {
public:
    MemoryRows(std::vector<Stored> values, std::int64_t width)
        : values_(std::move(values)), width_(width) {}

    void read_rows(std::int64_t first, std::int64_t count, double* into) const override {
        copy(first, count, into);
    }
    void read_rows(std::int64_t first, std::int64_t count, float* into) const override {
        copy(first, count, into);
    }
    bool is_wide() const override { return sizeof(Stored) > sizeof(float); }

private:
    template <class T>
    void copy(std::int64_t first, std::int64_t count, T* into) const {
        const auto begin = values_.begin() + first * width_;
        std::transform(begin, begin + count * width_, into,
                       [](Stored value) { return static_cast<T>(value); });
    }

    std::vector<Stored> values_;
    std::int64_t width_;
};

}  // namespace

void RowSource::read_mask(std::int64_t /*first*/, ReadingBlock& /*block*/) const {}

std::vector<double> RowSource::read_adjacency() const { return {}; }

std::int64_t RowSource::bytes_read() const { return 0; }

std::shared_ptr<const RowSource> rows_in_memory(std::vector<double> values, std::int64_t width) {
    return std::make_shared<MemoryRows<double>>(std::move(values), width);
}

std::shared_ptr<const RowSource> rows_in_memory(std::vector<float> values, std::int64_t width) {
    return std::make_shared<MemoryRows<float>>(std::move(values), width);
}

std::vector<std::string> default_feature_names(std::int64_t features) {
    if (features == 1) return {"value"};
    std::vector<std::string> names;
    for (std::int64_t i = 1; i <= features; ++i) names.push_back(fmt::format("value{}", i));
    return names;
}

}  // namespace dcrnn
