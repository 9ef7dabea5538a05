#include "pandas_rows.hpp"

#include <utility>

namespace dcrnn {
namespace {

bool in_order(const std::vector<std::int64_t>& columns) {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i] != static_cast<std::int64_t>(i)) return false;
    return true;
}

class PandasRows : public RowSource {
public:
    PandasRows(std::shared_ptr<const Hdf5File> file, std::vector<RowBlockOfColumns> blocks,
               std::int64_t width)
        : file_(std::move(file)),
          blocks_(std::move(blocks)),
          width_(width),
          whole_(blocks_.size() == 1 && in_order(blocks_[0].columns)) {}

    void read_rows(std::int64_t first, std::int64_t count, double* into) const override {
        read(first, count, into);
    }
    void read_rows(std::int64_t first, std::int64_t count, float* into) const override {
        read(first, count, into);
    }
    bool is_wide() const override {
        for (const RowBlockOfColumns& block : blocks_)
            if (block.bytes > 4) return true;
        return false;
    }
    std::int64_t bytes_read() const override { return file_->bytes_read(); }

private:
    template <class T>
    void read_block(const RowBlockOfColumns& block, std::int64_t first, std::int64_t count,
                    T* into) const {
        if (block.table_column.empty())
            file_->read_rows(block.dataset, first, count, into);
        else
            file_->read_column_rows(block.dataset, block.table_column, first, count, into);
    }

    template <class T>
    void read(std::int64_t first, std::int64_t count, T* into) const {
        if (whole_) return read_block(blocks_[0], first, count, into);
        std::vector<T> part;
        for (const RowBlockOfColumns& block : blocks_) {
            const std::size_t columns = block.columns.size();
            part.resize(static_cast<std::size_t>(count) * columns);
            read_block(block, first, count, part.data());
            for (std::int64_t row = 0; row < count; ++row)
                for (std::size_t i = 0; i < columns; ++i)
                    into[row * width_ + block.columns[i]] =
                        part[static_cast<std::size_t>(row) * columns + i];
        }
    }

    std::shared_ptr<const Hdf5File> file_;
    std::vector<RowBlockOfColumns> blocks_;
    std::int64_t width_;
    bool whole_;  // one block that holds the rows as they are
};

}  // namespace

std::shared_ptr<const RowSource> pandas_rows(std::shared_ptr<const Hdf5File> file,
                                             std::vector<RowBlockOfColumns> blocks,
                                             std::int64_t width) {
    return std::make_shared<PandasRows>(std::move(file), std::move(blocks), width);
}

}  // namespace dcrnn
