#include "pickle_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace dcrnn {
namespace {

// Header and bytes one behind the other, as in a .npy file.
class PickleArrayBytes : public ByteSource {
public:
    explicit PickleArrayBytes(const PickleArray& array) : array_(array) {}
    const std::string& name() const override { return array_.name; }
    std::uint64_t size() const override { return array_.header.size() + array_.bytes.size(); }

    void read(std::uint64_t at, std::size_t count, void* into) override {
        char* to = static_cast<char*>(into);
        for (const std::string_view part : {std::string_view(array_.header), array_.bytes}) {
            const std::uint64_t size = part.size();
            if (at < size) {
                const auto here =
                    static_cast<std::size_t>(std::min<std::uint64_t>(count, size - at));
                if (here > 0) std::memcpy(to, part.data() + at, here);
                to += here;
                count -= here;
            }
            at -= std::min(at, size);
        }
    }

private:
    PickleArray array_;
};

}  // namespace

PickleArray make_pickle_array(const std::string& type, NpyOrder order,
                              const std::vector<std::int64_t>& shape, std::string_view bytes,
                              const std::string& name) {
    const std::string text =
        fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': ({}{}), }}\n", type,
                    order == NpyOrder::fortran ? "True" : "False", fmt::join(shape, ", "),
                    shape.size() == 1 ? "," : "");
    std::string header = "\x93NUMPY";
    header += '\x01';
    header += '\0';
    header += static_cast<char>(text.size() & 0xFF);
    header += static_cast<char>(text.size() >> 8 & 0xFF);
    return {header + text, bytes, name};
}

NpyArray open_array(const PickleArray& array) {
    return NpyArray(std::make_unique<PickleArrayBytes>(array));
}

}  // namespace dcrnn
