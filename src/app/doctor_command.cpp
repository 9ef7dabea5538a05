#include "commands.hpp"
#include "dcrnn/mpi/together.hpp"
#include "host_checks.hpp"
#include "job_checks.hpp"
#include "version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

namespace dcrnn {
namespace {

std::string line(const Finding& finding) {
    const bool well = finding.is_well();
    std::string text =
        fmt::format("{:<5} {:<14} {}\n", well ? "ok" : "MEND", finding.topic, finding.fact);
    if (!well) text += fmt::format("{:<20} -> {}\n", "", finding.remedy);
    return text;
}

}  // namespace

int run_doctor(const Communicator& comm, const Invocation& invocation) {
    const RunOptions options = together(comm, [&] {
        const Options all = apply(invocation.settings, Options{});
        return all.run;
    });
    std::vector<Finding> findings = check_job(comm, options);
    for (auto& finding : merge_hosts(comm, check_host(comm, options)))
        findings.push_back(std::move(finding));
    const auto ill = std::count_if(findings.begin(), findings.end(),
                                   [](const Finding& finding) { return !finding.is_well(); });
    if (comm.is_root()) {
        std::cout << version_text() << '\n';
        for (const auto& finding : findings) std::cout << line(finding);
        std::cout << (ill == 0 ? "\nall is well\n" : fmt::format("\n{} thing(s) to mend\n", ill));
    }
    comm.barrier();
    const bool unsafe = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return !finding.is_well() && finding.weight == Weight::results;
    });
    return unsafe ? 1 : 0;
}

}  // namespace dcrnn
