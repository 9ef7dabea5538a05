#pragma once
// Since when this rank waits for other ranks. Written by the thread that calls MPI, read by the
// watchdog's.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace dcrnn {

// Nanoseconds of a clock that all processes of a machine share.
inline std::int64_t monotonic_nanoseconds() {
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

class WaitClock {
public:
    void begin() { since_.store(monotonic_nanoseconds(), std::memory_order_relaxed); }
    void end() {
        longest_ = std::max(longest_, monotonic_nanoseconds() - since_.load());
        since_.store(0, std::memory_order_relaxed);
    }
    std::int64_t since() const { return since_.load(std::memory_order_relaxed); }  // 0: not at all

    double take_longest_seconds() {
        const auto longest = static_cast<double>(longest_) / 1e9;
        longest_ = 0;
        return longest;
    }

private:
    std::atomic<std::int64_t> since_{0};
    std::int64_t longest_ = 0;
};

// Around a call of MPI that does not return before other ranks have made it too.
class Waiting {
public:
    explicit Waiting(WaitClock& clock) : clock_(clock) { clock_.begin(); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() { clock_.end(); }

private:
    WaitClock& clock_;
};

}  // namespace dcrnn
