#include "dcrnn/files/npy_array.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "npy_header.hpp"
#include "npy_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dcrnn {
namespace {

constexpr std::int64_t kBlockBytes = 1 << 20;

// The axes behind the first one, walked in the order of the file where the first index is the
// fastest: for each step the place in a row of C order.
class RowPlaces {
public:
    explicit RowPlaces(const std::vector<std::int64_t>& shape)
        : lengths_(shape.begin() + 1, shape.end()),
          strides_(lengths_.size(), 1),
          index_(lengths_.size(), 0) {
        for (std::size_t i = lengths_.size(); i-- > 1;) strides_[i - 1] = strides_[i] * lengths_[i];
    }

    std::int64_t place() const { return place_; }

    void advance() {
        for (std::size_t axis = 0; axis < lengths_.size(); ++axis) {
            place_ += strides_[axis];
            if (++index_[axis] < lengths_[axis]) return;
            place_ -= strides_[axis] * lengths_[axis];
            index_[axis] = 0;
        }
    }

private:
    std::vector<std::int64_t> lengths_, strides_, index_;
    std::int64_t place_ = 0;
};

}  // namespace

NpyArray NpyArray::open(const std::string& path) {
    const FileKind kind = require_readable(path);
    if (kind != FileKind::npy) refuse_kind(path, kind, "a NumPy array", "give the .npy file");
    return NpyArray(open_bytes(path));
}

NpyArray::NpyArray(std::unique_ptr<ByteSource> source)
    : source_(std::move(source)), header_(read_npy_header(*source_)) {}

template <class T>
void NpyArray::read_stored(std::int64_t first, std::int64_t count, T* into) const {
    const std::int64_t bytes = header_.bytes;
    const bool as_it_is = is_stored_as<T>(header_);
    const std::int64_t block = std::max<std::int64_t>(1, kBlockBytes / bytes);
    std::vector<char> buffer(as_it_is ? 0
                                      : static_cast<std::size_t>(std::min(block, count) * bytes));
    while (count > 0) {
        const std::int64_t now = std::min(block, count);
        const std::uint64_t at = header_.data_at + static_cast<std::uint64_t>(first * bytes);
        const auto size = static_cast<std::size_t>(now * bytes);
        if (as_it_is) {
            source_->read(at, size, into);
        } else {
            source_->read(at, size, buffer.data());
            decode_numbers(header_, name(), buffer.data(), static_cast<std::size_t>(now), into);
        }
        first += now;
        into += now;
        count -= now;
    }
}

template <class T>
void NpyArray::read_rows(std::int64_t first, std::int64_t count, T* into) const {
    require(!shape().empty() && first >= 0 && count >= 0 && first <= shape()[0] - count,
            ErrorKind::data, fmt::format("{} has no rows {} to {}", name(), first, first + count),
            fmt::format("its shape is ({})", fmt::join(shape(), ", ")), "give the whole array");
    if (header_.elements == 0 || count == 0) return;
    const std::int64_t rows = shape()[0], row_size = header_.elements / rows;
    if (header_.order == NpyOrder::c || row_size == 1)
        return read_stored(first * row_size, count * row_size, into);
    // Column after column; several at once where they follow one another without a gap.
    const std::int64_t together =
        count == rows ? std::clamp<std::int64_t>(kBlockBytes / 8 / rows, 1, row_size) : 1;
    std::vector<T> columns(static_cast<std::size_t>(together * count));
    RowPlaces places(shape());
    for (std::int64_t column = 0; column < row_size; column += together) {
        const std::int64_t now = std::min(together, row_size - column);
        read_stored(column * rows + first, now * count, columns.data());
        for (std::int64_t i = 0; i < now; ++i, places.advance())
            for (std::int64_t row = 0; row < count; ++row)
                into[row * row_size + places.place()] =
                    columns[static_cast<std::size_t>(i * count + row)];
    }
}

template <class T>
std::vector<T> NpyArray::read() const {
    std::vector<T> values(static_cast<std::size_t>(header_.elements));
    if (shape().empty())
        read_stored(0, header_.elements, values.data());
    else
        read_rows(0, shape()[0], values.data());
    return values;
}

std::vector<std::string> NpyArray::read_text() const {
    require(header_.order == NpyOrder::c || shape().size() < 2, ErrorKind::data,
            fmt::format("{} holds text in Fortran order", name()), "lists of text have one axis",
            "store it as one list");
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(header_.elements));
    const std::int64_t bytes = header_.bytes;
    const std::int64_t block = std::max<std::int64_t>(1, kBlockBytes / bytes);
    std::vector<char> buffer(static_cast<std::size_t>(std::min(block, header_.elements) * bytes));
    for (std::int64_t first = 0; first < header_.elements; first += block) {
        const std::int64_t now = std::min(block, header_.elements - first);
        source_->read(header_.data_at + static_cast<std::uint64_t>(first * bytes),
                      static_cast<std::size_t>(now * bytes), buffer.data());
        for (std::int64_t i = 0; i < now; ++i)
            texts.push_back(decode_text(header_, name(), buffer.data() + i * bytes));
    }
    return texts;
}

template std::vector<float> NpyArray::read() const;
template std::vector<double> NpyArray::read() const;
template std::vector<std::int64_t> NpyArray::read() const;
template void NpyArray::read_rows(std::int64_t, std::int64_t, float*) const;
template void NpyArray::read_rows(std::int64_t, std::int64_t, double*) const;
template void NpyArray::read_rows(std::int64_t, std::int64_t, std::int64_t*) const;

}  // namespace dcrnn
