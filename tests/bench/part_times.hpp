#pragma once
// Where the time of a step goes: the scopes that the program names for profilers
// (RECORD_USER_SCOPE), each without those inside it.

#include <map>
#include <string>

namespace dcrnn::bench {

// Seconds by part, while this object lives; one at a time, on the thread that made it.
class PartTimes {
public:
    PartTimes();
    ~PartTimes();
    PartTimes(const PartTimes&) = delete;
    PartTimes& operator=(const PartTimes&) = delete;

    const std::map<std::string, double>& seconds() const;

private:
    unsigned long long handle_;
};

}  // namespace dcrnn::bench
