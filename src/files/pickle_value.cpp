#include "dcrnn/files/pickle_value.hpp"

#include "dcrnn/error.hpp"
#include "dcrnn/files/file_kind.hpp"
#include "pickle_machine.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

void run_machine(PickleDocument::Store& store, std::string_view bytes, const std::string& source,
                 const std::vector<std::string_view>& names) {
    PickleBytes reading(bytes, source);
    PickleMachine(store, reading, names).run();
}

}  // namespace

const PickleValue* PickleValue::find(std::string_view key) const {
    if (!is(PickleKind::dict)) return nullptr;
    for (std::size_t i = items.size(); i >= 2; i -= 2)
        if (items[i - 2]->is_string() && items[i - 2]->text == key) return items[i - 1];
    return nullptr;
}

PickleDocument::PickleDocument(std::unique_ptr<Store> store) : store_(std::move(store)) {}
PickleDocument::PickleDocument(PickleDocument&&) noexcept = default;
PickleDocument& PickleDocument::operator=(PickleDocument&&) noexcept = default;
PickleDocument::~PickleDocument() = default;

const PickleValue& PickleDocument::root() const { return *store_->root; }
std::size_t PickleDocument::size() const { return store_->size; }

PickleDocument read_pickle(std::string_view bytes, const std::string& source,
                           const std::vector<std::string_view>& names) {
    auto store = std::make_unique<PickleDocument::Store>();
    run_machine(*store, bytes, source, names);
    return PickleDocument(std::move(store));
}

PickleDocument read_pickle_file(const std::string& path) {
    const FileKind kind = require_readable(path);
    if (kind != FileKind::pickle) refuse_kind(path, kind, "a Python pickle", "give the .pkl file");
    auto store = std::make_unique<PickleDocument::Store>();
    store->owned = read_whole(path);
    run_machine(*store, store->owned, path, {});
    require(store->size == store->owned.size(), ErrorKind::data,
            fmt::format("cannot read the pickle '{}'", path),
            fmt::format("{} bytes follow its end", store->owned.size() - store->size),
            "one pickle in a file is read: store what is needed in one");
    return PickleDocument(std::move(store));
}

NpyArray array_of(const PickleValue& value) { return open_array(*value.array); }

}  // namespace dcrnn
