// adj_mx.pkl of the published code: [ids, map from id to place, matrix], or the matrix alone.

#include "dcrnn/error.hpp"
#include "dcrnn/files/pickle_value.hpp"
#include "graph_matrix.hpp"

#include <fmt/format.h>

namespace dcrnn {
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw Error(ErrorKind::data, fmt::format("the pickle '{}' is no graph", path), reason,
                "give an adj_mx.pkl: [ids, map, matrix], or the matrix alone");
}

std::string id_of(const PickleValue& value, const std::string& path) {
    if (value.is(PickleKind::integer)) return std::to_string(value.integer);
    if (value.is_string()) return std::string(value.text);
    fail(path, "a sensor id in it is neither text nor a whole number");
}

std::vector<std::string> ids_of(const PickleValue& list, const std::string& path) {
    if (list.is(PickleKind::array)) return array_of(list).read_text();
    if (!list.is_sequence()) fail(path, "its first part is no list of sensor ids");
    std::vector<std::string> ids;
    ids.reserve(list.items.size());
    for (const PickleValue* item : list.items) ids.push_back(id_of(*item, path));
    return ids;
}

// The map says again what the order of the ids says.
void check_map(const PickleValue& map, const std::vector<std::string>& ids,
               const std::string& path) {
    if (!map.is(PickleKind::dict)) fail(path, "its second part is no map from ids to places");
    if (map.items.size() != 2 * ids.size())
        fail(path,
             fmt::format("its map has {} ids, its list {}", map.items.size() / 2, ids.size()));
    for (std::size_t i = 0; i < map.items.size(); i += 2) {
        const std::string id = id_of(*map.items[i], path);
        const PickleValue& place = *map.items[i + 1];
        const bool inside = place.is(PickleKind::integer) && place.integer >= 0 &&
                            place.integer < static_cast<std::int64_t>(ids.size());
        if (!inside || ids[static_cast<std::size_t>(place.integer)] != id)
            fail(path,
                 fmt::format("its map and its list disagree about the place of sensor {}", id));
    }
}

}  // namespace

GraphMatrix read_pickled_matrix(const std::string& path) {
    const PickleDocument document = read_pickle_file(path);
    const PickleValue& root = document.root();
    const std::string origin = fmt::format("matrix {}", path);
    if (root.is(PickleKind::array)) return matrix_of_array(array_of(root), origin);
    if (!root.is_sequence() || root.items.size() != 3 || !root.items[2]->is(PickleKind::array))
        fail(path, "it holds something else");
    const auto ids = ids_of(*root.items[0], path);
    check_map(*root.items[1], ids, path);
    GraphMatrix matrix = matrix_of_array(array_of(*root.items[2]), origin);
    if (static_cast<std::int64_t>(ids.size()) != matrix.nodes)
        fail(path, fmt::format("it has {} ids and {} rows", ids.size(), matrix.nodes));
    matrix.ids = ids;
    return matrix;
}

}  // namespace dcrnn
