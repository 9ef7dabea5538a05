#include "job_checks.hpp"

#include "dcrnn/files/byte_source.hpp"
#include "dcrnn/mpi/binding.hpp"
#include "dcrnn/mpi/launcher.hpp"
#include "dcrnn/mpi/library_settings.hpp"
#include "dcrnn/mpi/session.hpp"
#include "dcrnn/train/run_setup.hpp"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>

namespace dcrnn {
namespace {

constexpr std::int64_t kGradient = 372353;  // parameters of the published METR-LA network

std::string variable(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? "" : text;
}

Finding placement(const Communicator& comm) {
    const Launch launch = launch_of_environment();
    const bool launched = comm.size() > 1 || launch.variable.find("SIZE") != std::string::npos;
    return {"ranks",
            fmt::format("{} on {}, started {}", comm.size(), hosts_text(comm.gather(host_name())),
                        launched ? "by a launcher" : "without a launcher")};
}

Finding same_program(const Communicator& comm) {
    const std::string program = read_whole("/proc/self/exe");
    const auto hash = fmt::format("{:016x}", XXH64(program.data(), program.size(), 0));
    const auto all = comm.gather(hash + " " + mpi_library_version());
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        if (all[rank] != all[0])
            return {"program", fmt::format("rank {} runs another one than rank 0", rank),
                    "build once, on a file system that all hosts share", Weight::results};
    return {"program", comm.size() == 1 ? "one rank" : "the same on all ranks"};
}

// Median of a few, in seconds; the slowest rank's.
double seconds_of(const Communicator& comm, const std::function<void()>& step) {
    constexpr int kTimes = 9;
    std::vector<double> seconds;
    for (int i = 0; i < kTimes; ++i) {
        comm.barrier();
        const auto begin = std::chrono::steady_clock::now();
        step();
        seconds.push_back(
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    std::nth_element(seconds.begin(), seconds.begin() + kTimes / 2, seconds.end());
    const auto all = comm.gather(seconds[kTimes / 2]);
    return *std::max_element(all.begin(), all.end());
}

// Every element of rank r is r + 1 plus its place modulo 7, which float32 adds without rounding.
Finding sums(const Communicator& comm) {
    if (comm.size() == 1) return {"sums", "one rank adds nothing"};
    const at::Tensor pattern = at::arange(kGradient, at::kFloat).remainder(7);
    at::Tensor values;
    const double seconds = seconds_of(comm, [&] {
        values = pattern + (comm.rank() + 1);
        comm.sum(values);
    });
    const auto ranks = static_cast<double>(comm.size());
    const auto wrong =
        (values != pattern * ranks + ranks * (ranks + 1) / 2).sum().item<std::int64_t>();
    const double small = seconds_of(comm, [&] { comm.max(1); });
    const auto worst = comm.max(wrong);
    if (worst > 0)
        return {
            "sums",
            fmt::format("{} of {} elements of a sum over the ranks are wrong", worst, kGradient),
            "this MPI cannot be used as it is set up: look for OMPI_MCA_ variables, above all "
            "coll_han, and try another network (OMPI_MCA_btl=tcp,self)",
            Weight::results};
    const bool slow = seconds > 0.1 || small > 0.005;
    return {"sums",
            fmt::format("right; a gradient of 1.5 MB in {:.2f} ms, 8 bytes in {:.0f} us",
                        1e3 * seconds, 1e6 * small),
            slow ? "slow: ranks that spin on shared cores (see waiting), or a slow network" : ""};
}

Finding clocks(const Communicator& comm) {
    comm.barrier();
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto all = comm.gather(std::chrono::duration<double>(now).count());
    const auto [first, last] = std::minmax_element(all.begin(), all.end());
    const double skew = *last - *first;
    return {
        "clocks", fmt::format("{:.3f} s apart; results do not depend on them", skew),
        skew > 60 ? "the times in logs will mislead: let the hosts keep time (chrony, NTP)" : ""};
}

Finding collectives() {
    const auto priority = control_variable("coll_han_priority");
    const bool on = priority && std::atoi(priority->c_str()) > 30 &&  // that of tuned
                    mpi_library_version().find("v4.") != std::string::npos;
    return {"MPI", fmt::format("{}, threads {}", mpi_library_version(), thread_level()),
            on ? "coll/han is switched on, and adds wrongly in some Open MPI 4: unset "
                 "OMPI_MCA_coll_han_priority"
               : "",
            Weight::results};
}

Finding slurm(const Communicator& comm) {
    const std::string job = variable("SLURM_JOB_ID"), tasks = variable("SLURM_NTASKS");
    if (job.empty()) return {"Slurm", "not inside a job"};
    const bool alone = comm.size() == 1 && std::atoi(tasks.c_str()) > 1;
    return {
        "Slurm",
        fmt::format(
            "job {} on {} node(s), {} task(s) of {} core(s)", job, variable("SLURM_JOB_NUM_NODES"),
            tasks.empty() ? "?" : tasks,
            variable("SLURM_CPUS_PER_TASK").empty() ? "1" : variable("SLURM_CPUS_PER_TASK")),
        alone
            ? "one process runs where the job has room for more: start it with srun --mpi=pmix, or "
              "mpirun --bind-to none"
            : ""};
}

std::vector<Finding> binding(const Communicator& comm, const RunOptions& options) {
    std::vector<Finding> findings;
    for (const auto& warning : binding_warnings(comm, threads_of(comm, options)))
        findings.push_back({"binding", "not as it should be", warning});
    if (findings.empty())
        findings.push_back({"binding", "every rank has the cores for its threads"});
    return findings;
}

}  // namespace

std::vector<Finding> check_job(const Communicator& comm, const RunOptions& options) {
    std::vector<Finding> findings = {placement(comm), slurm(comm), same_program(comm),
                                     collectives(),   sums(comm),  clocks(comm)};
    const auto bound = binding(comm, options);
    findings.insert(findings.end(), bound.begin(), bound.end());
    return findings;
}

}  // namespace dcrnn
