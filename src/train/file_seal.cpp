#include "file_seal.hpp"

#include "dcrnn/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

namespace dcrnn {
namespace {

constexpr auto kMark = "\ndcrnn_mpi seal ";  // then 16 digits and the end of the line
constexpr std::int64_t kMarkSize = 16, kSealSize = kMarkSize + 16 + 1;

std::string seal_text(std::uint64_t hash) { return fmt::format("{}{:016x}\n", kMark, hash); }

std::int64_t size_of(std::ifstream& file) {
    file.seekg(0, std::ios::end);
    return file.tellg();
}

std::uint64_t hash_of(std::ifstream& file, std::int64_t size) {
    const std::unique_ptr<XXH64_state_t, decltype(&XXH64_freeState)> state(XXH64_createState(),
                                                                           XXH64_freeState);
    XXH64_reset(state.get(), 0);
    std::vector<char> part(1 << 20);
    file.seekg(0);
    for (std::int64_t left = size; left > 0 && file;) {
        file.read(part.data(), std::min(left, static_cast<std::int64_t>(part.size())));
        XXH64_update(state.get(), part.data(), static_cast<std::size_t>(file.gcount()));
        left -= file.gcount();
    }
    return XXH64_digest(state.get());
}

}  // namespace

void seal_file(const std::string& path) {
    std::ifstream written(path, std::ios::binary);
    const std::string text = seal_text(hash_of(written, size_of(written)));
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file << text;
    file.close();
    require(written.good() && file.good(), ErrorKind::other, fmt::format("cannot write '{}'", path),
            std::strerror(errno), "check free space and quota, and that the folder is there");
}

Seal look_at_seal(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::int64_t sealed = size_of(file) - kSealSize;
    if (!file || sealed < 0) return Seal::none;
    std::string text(kSealSize, '\0');
    file.seekg(sealed);
    file.read(text.data(), kSealSize);
    if (!file || text.compare(0, kMarkSize, kMark) != 0) return Seal::none;
    return text == seal_text(hash_of(file, sealed)) ? Seal::whole : Seal::broken;
}

}  // namespace dcrnn
