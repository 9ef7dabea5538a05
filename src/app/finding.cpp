#include "finding.hpp"

#include "dcrnn/mpi/binding.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace dcrnn {
namespace {

bool operator==(const Finding& a, const Finding& b) {
    return std::tie(a.topic, a.fact, a.remedy) == std::tie(b.topic, b.fact, b.remedy);
}

// All ranks' texts of one field, without those that are not the first of their node.
std::vector<std::string> of_hosts(const Communicator& comm, const std::vector<double>& leads,
                                  const std::string& own) {
    const auto all = comm.gather(own);
    std::vector<std::string> texts;
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        if (leads[rank] == 1) texts.push_back(all[rank]);
    return texts;
}

}  // namespace

std::vector<Finding> merge_hosts(const Communicator& comm, const std::vector<Finding>& own) {
    const auto leads = comm.gather(comm.node().is_root() ? 1.0 : 0.0);
    const auto hosts = of_hosts(comm, leads, host_name());
    std::vector<Finding> merged;
    for (const auto& mine : own) {
        const auto facts = of_hosts(comm, leads, mine.fact);
        const auto remedies = of_hosts(comm, leads, mine.remedy);
        std::vector<std::pair<Finding, std::string>> kinds;  // and the hosts it holds for
        for (std::size_t host = 0; host < hosts.size(); ++host) {
            const Finding finding{mine.topic, facts[host], remedies[host], mine.weight};
            const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
                return kind.first == finding;
            });
            if (known == kinds.end())
                kinds.emplace_back(finding, hosts[host]);
            else
                known->second += ", " + hosts[host];
        }
        for (auto& [finding, where] : kinds) {
            if (kinds.size() > 1) finding.fact = where + ": " + finding.fact;
            merged.push_back(finding);
        }
    }
    return merged;
}

}  // namespace dcrnn
