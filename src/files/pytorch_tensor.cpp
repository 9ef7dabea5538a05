#include "pytorch_tensor.hpp"

#include "pickle_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace dcrnn {
namespace {

constexpr std::size_t kMostAxes = 64;

std::vector<std::int64_t> sizes_of(const PickleValue& tuple, const std::string& path) {
    const bool fits = tuple.is(PickleKind::tuple) && tuple.items.size() <= kMostAxes;
    std::vector<std::int64_t> sizes;
    for (const PickleValue* size : tuple.items) {
        if (!fits || !size->is(PickleKind::integer) || size->integer < 0) break;
        sizes.push_back(size->integer);
    }
    if (!fits || sizes.size() != tuple.items.size())
        refuse_damaged_pytorch(path, "a tensor in it has an impossible shape");
    return sizes;
}

// The elements of the shape, and the furthest of the storage that they reach.
void check_reach(TensorView& view, const std::string& path) {
    const auto most = static_cast<std::int64_t>(
        std::min<std::uint64_t>(view.storage->elements, std::numeric_limits<std::int64_t>::max()));
    const auto fail = [&] {
        refuse_damaged_pytorch(path,
                               fmt::format("a tensor of shape ({}) reaches beyond its storage "
                                           "of {} elements",
                                           fmt::join(view.shape, ", "), view.storage->elements));
    };
    const bool empty = std::find(view.shape.begin(), view.shape.end(), 0) != view.shape.end();
    view.elements = empty ? 0 : 1;
    if (empty) return;
    std::int64_t last = static_cast<std::int64_t>(view.first), reach = 0;
    if (view.first >= static_cast<std::uint64_t>(most)) fail();
    for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
        std::int64_t elements = static_cast<std::int64_t>(view.elements);
        if (__builtin_mul_overflow(view.shape[axis] - 1, view.strides[axis], &reach) ||
            __builtin_add_overflow(last, reach, &last) || last >= most ||
            __builtin_mul_overflow(elements, view.shape[axis], &elements))
            fail();
        view.elements = static_cast<std::uint64_t>(elements);
    }
}

}  // namespace

bool is_tensor(const PickleValue& value) {
    return value.is(PickleKind::object) && (value.text == "torch._utils._rebuild_tensor_v2" ||
                                            value.text == "torch._utils._rebuild_tensor" ||
                                            value.text == "torch._utils._rebuild_parameter");
}

// (storage, first element, shape, strides, ...), or (tensor, ...) of a parameter.
TensorView view_of(const PickleValue& tensor, const PyTorchStorages& storages,
                   const std::string& path) {
    const auto& arguments = tensor.items.at(0)->items;
    if (tensor.text == "torch._utils._rebuild_parameter" && !arguments.empty() &&
        is_tensor(*arguments[0]))
        return view_of(*arguments[0], storages, path);
    if (arguments.size() < 4 || !arguments[1]->is(PickleKind::integer) || arguments[1]->integer < 0)
        refuse_damaged_pytorch(path, "a tensor in it is not as PyTorch writes it");
    TensorView view;
    view.storage = &storages.at(storage_key(*arguments[0], path));
    view.first = static_cast<std::uint64_t>(arguments[1]->integer);
    view.shape = sizes_of(*arguments[2], path);
    view.strides = sizes_of(*arguments[3], path);
    if (view.shape.size() != view.strides.size())
        refuse_damaged_pytorch(path, "a tensor in it has an impossible shape");
    check_reach(view, path);
    return view;
}

std::vector<double> values_of(const TensorView& view, char order, const std::string& path) {
    if (view.elements == 0) return {};
    const PyTorchStorage& storage = *view.storage;
    const auto count = static_cast<std::int64_t>(storage.elements);
    const NpyArray array =
        open_array(make_pickle_array(fmt::format("{}{}", order, storage.type), NpyOrder::c, {count},
                                     storage.bytes, fmt::format("a tensor of '{}'", path)));
    std::vector<double> values(static_cast<std::size_t>(view.elements));
    // Rows of elements that lie together are read at once.
    const bool together = view.shape.empty() || view.strides.back() == 1 || view.shape.back() == 1;
    const std::int64_t run = view.shape.empty() || !together ? 1 : view.shape.back();
    std::vector<std::int64_t> at(view.shape.size(), 0);
    std::int64_t from = static_cast<std::int64_t>(view.first);
    for (std::size_t to = 0; to < values.size(); to += static_cast<std::size_t>(run)) {
        array.read_rows(from, run, values.data() + to);
        std::size_t axis = view.shape.size() - (together && !view.shape.empty() ? 1 : 0);
        while (axis-- > 0) {
            from += view.strides[axis];
            if (++at[axis] < view.shape[axis]) break;
            from -= view.strides[axis] * view.shape[axis];
            at[axis] = 0;
        }
    }
    return values;
}

}  // namespace dcrnn
