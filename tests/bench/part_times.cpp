#include "part_times.hpp"

#include <ATen/record_function.h>

#include <chrono>
#include <memory>
#include <vector>

namespace dcrnn::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Scope {
    std::string name;
    Clock::time_point start;
    double inside = 0;  // seconds of the scopes within
};

thread_local std::vector<Scope> open_scopes;
thread_local std::map<std::string, double> totals;

// A product belongs to what it is made for.
std::string part_of(const std::string& name) {
    if (name != "product" || open_scopes.empty()) return name;
    const std::string& user = open_scopes.back().name;
    return user == "forward" || user == "backward" ? user + " products" : user;
}

std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function) {
    const std::string part = part_of(function.name());
    open_scopes.push_back({part, Clock::now()});
    return nullptr;
}

void leave(const at::RecordFunction&, at::ObserverContext*) {
    const Scope scope = open_scopes.back();
    open_scopes.pop_back();
    const double whole = std::chrono::duration<double>(Clock::now() - scope.start).count();
    totals[scope.name] += whole - scope.inside;
    if (!open_scopes.empty()) open_scopes.back().inside += whole;
}

}  // namespace

PartTimes::PartTimes() {
    totals.clear();
    handle_ = at::addThreadLocalCallback(
        at::RecordFunctionCallback(enter, leave).scopes({at::RecordScope::USER_SCOPE}));
}

PartTimes::~PartTimes() { at::removeCallback(handle_); }

const std::map<std::string, double>& PartTimes::seconds() const { return totals; }

}  // namespace dcrnn::bench
