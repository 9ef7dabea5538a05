#include "dcrnn/mpi/watchdog.hpp"

#include "call.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <new>
#include <signal.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace dcrnn {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

// What a rank shows its neighbours; a cache line of its own.
struct alignas(64) SignOfLife {
    std::atomic<std::int64_t> last;           // when its watchdog looked last
    std::atomic<std::int64_t> waiting_since;  // 0: it does not wait for others
};
static_assert(std::atomic<std::int64_t>::is_always_lock_free);  // it lies in shared memory

std::string duration(Nanoseconds time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds < 120 ? fmt::format("{:.0f} s", seconds)
                         : fmt::format("{:.0f} min", seconds / 60);
}

// The signals that ask for a checkpoint are for the thread that trains.
void block_signals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

class Watchdog::Thread {
public:
    Thread(const Communicator& comm, const Communicator& node, Nanoseconds limit, OnStall on_stall)
        : comm_(comm),
          node_(node),
          limit_(limit),
          tick_(std::clamp<Nanoseconds>(limit / 20, std::chrono::milliseconds(50),
                                        std::chrono::seconds(1))),
          on_stall_(std::move(on_stall)),
          world_ranks_(static_cast<std::size_t>(node.size())),
          memory_(comm, node, node.size() * static_cast<std::int64_t>(sizeof(SignOfLife))) {
        signs_ = static_cast<SignOfLife*>(memory_.data());
        new (&mine()) SignOfLife{{monotonic_nanoseconds()}, {0}};
        const auto ranks = node.gather(static_cast<double>(comm.rank()));
        std::transform(ranks.begin(), ranks.end(), world_ranks_.begin(),
                       [](double rank) { return static_cast<int>(rank); });
        memory_.publish();
        thread_ = std::thread([this] { watch(); });
    }

    ~Thread() {
        {
            const std::lock_guard lock(mutex_);
            ends_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

private:
    SignOfLife& mine() { return signs_[node_.rank()]; }
    Nanoseconds waited() const {
        const std::int64_t since = comm_.handle().clock->since();
        return Nanoseconds(since == 0 ? 0 : monotonic_nanoseconds() - since);
    }

    void watch() {
        block_signals();
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, tick_, [this] { return ends_; })) {
            mine().last = monotonic_nanoseconds();
            mine().waiting_since = comm_.handle().clock->since();
            if (waited() > limit_ + patience()) end_job();
        }
    }

    // One failure, one message: the lowest waiting rank of a host that has a suspect speaks, the
    // others are gone before their turn, which comes only if it cannot end them.
    Nanoseconds patience() const {
        const auto here =
            std::any_of(signs_, signs_ + node_.rank(), [this](const SignOfLife& lower) {
                return lower.waiting_since != 0 && !is_silent(lower);
            });
        return std::chrono::seconds((here ? 5 : 0) + (suspects().empty() ? 10 : 0));
    }

    Nanoseconds silence(const SignOfLife& sign) const {
        return Nanoseconds(monotonic_nanoseconds() - sign.last);
    }
    bool is_silent(const SignOfLife& sign) const { return silence(sign) > 10 * tick_; }

    // The neighbours for which this rank waits: without a sign of life, or alive and elsewhere.
    std::vector<std::string> suspects() const {
        std::vector<std::string> texts;
        for (int i = 0; i < node_.size(); ++i) {
            if (i == node_.rank()) continue;
            const int rank = world_ranks_[static_cast<std::size_t>(i)];
            if (is_silent(signs_[i]))
                texts.push_back(fmt::format("rank {} has shown no sign of life for {}", rank,
                                            duration(silence(signs_[i]))));
            else if (signs_[i].waiting_since == 0)
                texts.push_back(fmt::format("rank {} lives but does not come to this point", rank));
        }
        return texts;
    }

    void end_job() {
        limit_ = Nanoseconds::max() / 2;  // said once
        // MPI_Abort itself may wait for a host that is gone.
        std::thread([] {
            std::this_thread::sleep_for(std::chrono::seconds(30));
            std::_Exit(1);
        }).detach();
        const auto who = suspects();
        on_stall_({ErrorKind::other,
                   fmt::format("waited {} for other ranks (--stall-minutes)", duration(waited())),
                   who.empty()
                       ? "no rank of this host stands still, so one of another host does, or "
                         "the network between them is down"
                       : fmt::format("on {}, {}", host_name(), fmt::join(who, "; ")),
                   "look at that host, then run the same command again to go on from the last "
                   "checkpoint; a larger --stall-minutes waits longer, 0 for ever"});
    }

    Communicator comm_;
    Communicator node_;
    Nanoseconds limit_;
    Nanoseconds tick_;
    OnStall on_stall_;
    std::vector<int> world_ranks_;  // of the node's ranks
    SharedMemory memory_;
    SignOfLife* signs_ = nullptr;
    bool ends_ = false;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::thread thread_;
};

Watchdog::Watchdog(const Communicator& comm, double minutes, OnStall on_stall) {
    if (comm.size() <= 1 || minutes <= 0) return;
    const std::chrono::duration<double, std::ratio<60>> limit(minutes);
    thread_ = std::make_unique<Thread>(
        comm, comm.node(), std::chrono::duration_cast<Nanoseconds>(limit), std::move(on_stall));
}

Watchdog::~Watchdog() = default;

}  // namespace dcrnn
