#include "pickle_store.hpp"

#include <fmt/format.h>

#include <limits>

namespace dcrnn {
namespace {

constexpr std::size_t kMostLevels = 64;
constexpr std::size_t kFewSteps = 1000;  // for the smallest files

struct Visit {
    const PickleValue* value;
    std::size_t next = 0;   // of its items
    std::size_t steps = 1;  // of a walk over it
};

enum class Seen : unsigned char { never, open, done };

}  // namespace

// Python writes two bytes at least for a value of its own, and three for a tuple of one.
PickleValue* PickleDocument::Store::make(PickleKind kind, const PickleBytes& bytes) {
    const std::size_t most = bytes.size() / 3 * 2 + 8;
    if (values.size() >= most || values.size() >= std::numeric_limits<std::uint32_t>::max())
        bytes.refuse("it makes more values than a file of its size holds",
                     "no program of this field writes such a file: get it from a source you trust");
    PickleValue& value = values.emplace_back();
    value.kind = kind;
    value.index = static_cast<std::uint32_t>(values.size() - 1);
    return &value;
}

std::string_view PickleDocument::Store::keep(std::string text, const PickleBytes& bytes) {
    count_copied(text.size(), bytes);
    return texts.emplace_back(std::move(text));
}

void PickleDocument::Store::count_copied(std::size_t count, const PickleBytes& bytes) {
    copied += count;
    if (copied > bytes.size())
        bytes.refuse("it copies the same values again and again",
                     "no program of this field writes such a file: get it from a source you trust");
}

void check_tree(const PickleDocument::Store& store, const PickleBytes& bytes) {
    std::vector<Seen> seen(store.values.size(), Seen::never);
    std::vector<std::size_t> steps(store.values.size(), 0);
    std::vector<Visit> path{{store.root}};
    seen[store.root->index] = Seen::open;
    while (!path.empty()) {
        Visit& visit = path.back();
        const PickleValue& value = *visit.value;
        if (visit.next < value.items.size()) {
            const PickleValue& item = *value.items[visit.next++];
            if (seen[item.index] == Seen::open)
                bytes.refuse("a value in it contains itself", "data never do: get another file");
            if (seen[item.index] == Seen::done) {
                visit.steps += steps[item.index];
                continue;
            }
            if (path.size() == kMostLevels)
                bytes.refuse(fmt::format("its values are nested more than {} times", kMostLevels),
                             "data never are: get another file");
            seen[item.index] = Seen::open;
            path.push_back({&item});
            continue;
        }
        if (value.is(PickleKind::array) && value.array == nullptr)
            bytes.refuse_damaged("an array in it has no data");
        seen[value.index] = Seen::done;
        steps[value.index] = visit.steps;
        if (visit.steps > 4 * bytes.size() + kFewSteps)
            bytes.refuse("the same values are shared in it again and again",
                         "no program of this field writes such a file: get it from a source you "
                         "trust");
        const std::size_t below = visit.steps;
        path.pop_back();
        if (!path.empty()) path.back().steps += below;
    }
}

}  // namespace dcrnn
