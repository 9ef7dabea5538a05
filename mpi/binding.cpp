#include "dcrnn/mpi/binding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <sched.h>
#include <set>
#include <sstream>
#include <unistd.h>

namespace dcrnn {
namespace {

using Processors = std::set<int>;  // hardware threads, numbered as by the kernel

// The affinity mask of a process; 0 is this one.
Processors mask_of(pid_t process) {
    Processors result;
    for (std::size_t most = 1024; most <= (1U << 20); most *= 2) {  // until the kernel's mask fits
        cpu_set_t* mask = CPU_ALLOC(most);
        if (mask == nullptr) break;
        const std::size_t bytes = CPU_ALLOC_SIZE(most);
        const bool fits = sched_getaffinity(process, bytes, mask) == 0;
        for (std::size_t processor = 0; fits && processor < most; ++processor)
            if (CPU_ISSET_S(processor, bytes, mask)) result.insert(static_cast<int>(processor));
        CPU_FREE(mask);
        if (fits) break;
    }
    return result;
}

// Hardware threads of one core name the same siblings; where nobody tells, each is a core.
int cores(const Processors& processors) {
    std::set<std::string> siblings;
    for (int processor : processors) {
        std::ifstream file(
            fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", processor));
        std::string list;
        siblings.insert(std::getline(file, list) ? list : fmt::format("cpu{}", processor));
    }
    return static_cast<int>(siblings.size());
}

std::string text_of(const Processors& processors) {
    return fmt::format("{}", fmt::join(processors, " "));
}

Processors processors_of(const std::string& text) {
    std::istringstream words(text);
    Processors result;
    for (int processor = 0; words >> processor;) result.insert(processor);
    return result;
}

// What the ranks of the node could use: mpirun's own mask when it has started us (the parent of a
// rank is the launcher's daemon), else what they have.
Processors allowed_on_node(const Processors& used) {
    Processors result = used;
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) result.merge(mask_of(getppid()));
    return result;
}

struct NodeLoad {
    std::vector<int> cores;    // of each rank's mask
    std::vector<int> threads;  // of each rank
    int used = 0;              // cores of all masks together
    int allowed = 0;           // cores the launcher could have given
};

// The sentence about one node, empty when all is well.
std::string warning(const NodeLoad& load) {
    const auto ranks = static_cast<int>(load.cores.size());
    const int threads = std::accumulate(load.threads.begin(), load.threads.end(), 0);
    if (ranks > load.allowed)
        return fmt::format("{} runs {} ranks on {} cores: start at most {} ranks there",
                           host_name(), ranks, load.allowed, load.allowed);
    if (threads > load.allowed)
        return fmt::format("{} runs {} threads on {} cores: use --threads {}", host_name(), threads,
                           load.allowed, load.allowed / ranks);
    bool crowded = false;  // a rank with more threads than cores
    bool sparing = false;  // a rank that leaves cores of its own idle
    for (std::size_t rank = 0; rank < load.cores.size(); ++rank) {
        crowded = crowded || load.threads[rank] > load.cores[rank];
        sparing = sparing || load.threads[rank] < load.cores[rank];
    }
    if (!crowded && (sparing || load.used == load.allowed)) return "";
    return fmt::format(
        "the launcher has bound the ranks on {} to {} of its {} cores, {}: start mpirun with "
        "--bind-to none or --map-by slot:PE={}",
        host_name(), load.used, load.allowed,
        crowded ? fmt::format("too few for their {} threads", threads) : "the others stay idle",
        load.allowed / ranks);
}

}  // namespace

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "localhost";
    return name.data();
}

std::string hosts_text(const std::vector<std::string>& host_of_rank) {
    constexpr std::size_t kHostsToName = 16;
    std::vector<std::string> hosts;  // in the order of their first ranks
    std::map<std::string, int> ranks;
    for (const auto& host : host_of_rank)
        if (ranks[host]++ == 0) hosts.push_back(host);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(kHostsToName, hosts.size()); ++i)
        words.push_back(fmt::format("{} ({})", hosts[i], ranks[hosts[i]]));
    if (hosts.size() > kHostsToName)
        words.push_back(fmt::format("and {} more", hosts.size() - kHostsToName));
    return fmt::format("{}", fmt::join(words, ", "));
}

int cores_of_affinity_mask() { return std::max(1, cores(mask_of(0))); }

int cores_of_node() {
    Processors all;
    for (int processor = 0; processor < sysconf(_SC_NPROCESSORS_CONF); ++processor)
        if (std::ifstream(fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list",
                                      processor)))
            all.insert(processor);
    return std::max(cores_of_affinity_mask(), cores(all));
}

int default_threads(const Communicator& comm) {
    const std::string own = text_of(mask_of(0));
    const auto masks = comm.node().gather(own);
    const auto sharing = static_cast<int>(std::count(masks.begin(), masks.end(), own));
    const char* wish = std::getenv("OMP_NUM_THREADS");
    const int wished = wish == nullptr ? 0 : std::atoi(wish);
    return wished > 0 ? wished : std::max(1, cores_of_affinity_mask() / sharing);
}

std::vector<std::string> binding_warnings(const Communicator& comm, int threads) {
    const auto node = comm.node();
    NodeLoad load;
    Processors used;
    for (const auto& text : node.gather(text_of(mask_of(0)))) {
        auto mask = processors_of(text);
        load.cores.push_back(cores(mask));
        used.merge(mask);
    }
    for (double count : node.gather(static_cast<double>(threads)))
        load.threads.push_back(static_cast<int>(count));
    load.used = cores(used);
    load.allowed = cores(allowed_on_node(used));

    std::vector<std::string> sentences;
    for (const auto& sentence : comm.gather(node.is_root() ? warning(load) : ""))
        if (!sentence.empty()) sentences.push_back(sentence);
    return sentences;
}

}  // namespace dcrnn
