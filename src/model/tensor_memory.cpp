#include "dcrnn/model/tensor_memory.hpp"

#include <c10/core/CPUAllocator.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <unordered_map>

namespace dcrnn {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLarge = 16 * kPage;  // smaller tensors stay with malloc
constexpr std::size_t kSlack = 8;           // one eighth of the most in use may lie idle

// Blocks of whole pages; those not in use wait for a tensor of just their size.
class Blocks {
public:
    // Null when the operating system has no more.
    void* take(std::size_t bytes) {
        const std::size_t size = (bytes + kPage - 1) / kPage * kPage;
        const std::lock_guard<std::mutex> lock(mutex_);
        const std::size_t most_before = most_in_use_;
        in_use_ += size;
        most_in_use_ = std::max(most_in_use_, in_use_);
        void* block = reuse(size);
        if (block == nullptr) block = map(size);
        if (block == nullptr) {
            in_use_ -= size;
            most_in_use_ = most_before;
        } else {
            sizes_[block] = size;
        }
        return block;
    }

    void give(void* block) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto entry = sizes_.find(block);
        in_use_ -= entry->second;
        unused_.emplace(entry->second, block);
        sizes_.erase(entry);
    }

    void release() {
        const std::lock_guard<std::mutex> lock(mutex_);
        while (!unused_.empty()) unmap_largest();
        most_in_use_ = in_use_;
    }

    TensorMemory memory() {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto number = [](std::size_t bytes) { return static_cast<std::int64_t>(bytes); };
        return {number(in_use_), number(most_in_use_), number(held_)};
    }

private:
    void* reuse(std::size_t size) {
        const auto found = unused_.find(size);
        if (found == unused_.end()) return nullptr;
        void* block = found->second;
        unused_.erase(found);
        return block;
    }

    void* map(std::size_t size) {
        const std::size_t most_held = most_in_use_ + most_in_use_ / kSlack;
        while (!unused_.empty() && held_ + size > most_held) unmap_largest();
        void* block = try_map(size);
        while (block == nullptr && !unused_.empty()) {
            unmap_largest();
            block = try_map(size);
        }
        return block;
    }

    void* try_map(std::size_t size) {
        void* block =
            mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return nullptr;
        madvise(block, size, MADV_HUGEPAGE);  // a hint; fewer page faults where it is heard
        held_ += size;
        return block;
    }

    void unmap_largest() {
        const auto last = std::prev(unused_.end());
        munmap(last->second, last->first);
        held_ -= last->first;
        unused_.erase(last);
    }

    std::mutex mutex_;
    std::multimap<std::size_t, void*> unused_;
    std::unordered_map<void*, std::size_t> sizes_;  // of blocks in use
    std::size_t in_use_ = 0, most_in_use_ = 0, held_ = 0;
};

// Lives until the process ends, as tensors may be freed by destructors of static objects.
Blocks& blocks() {
    static auto* const blocks = new Blocks;
    return *blocks;
}

// LibTorch 1.13 declares allocate const, 2.x does not and asks for copy_data: hence no `override`.
class ReusingAllocator final : public c10::Allocator {
public:
    explicit ReusingAllocator(c10::Allocator& small) : small_(small) {}

    c10::DataPtr allocate(std::size_t bytes) const {
        if (bytes < kLarge) return small_.allocate(bytes);
        void* block = blocks().take(bytes);
        if (block == nullptr) return small_.allocate(bytes);  // which has the words for it
        const auto give = [](void* data) { blocks().give(data); };
        return {block, block, give, c10::Device(c10::DeviceType::CPU)};
    }

    c10::DataPtr allocate(std::size_t bytes) {
        return static_cast<const ReusingAllocator*>(this)->allocate(bytes);
    }

    void copy_data(void* to, const void* from, std::size_t bytes) const {
        std::memcpy(to, from, bytes);
    }

private:
    c10::Allocator& small_;
};

}  // namespace

void reuse_tensor_memory() {
    static auto* const allocator = new ReusingAllocator(*c10::GetCPUAllocator());
    c10::SetCPUAllocator(allocator);
}

TensorMemory tensor_memory() { return blocks().memory(); }

void release_tensor_memory() { blocks().release(); }

}  // namespace dcrnn
