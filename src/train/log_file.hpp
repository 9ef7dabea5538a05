#pragma once
// log.txt of a run: every line with the time of day, appended by each start.

#include "dcrnn/train/log.hpp"

#include <fstream>
#include <string>

namespace dcrnn {

class LogFile {
public:
    explicit LogFile(const std::string& path);
    void write(LogLevel level, const std::string& text);

private:
    std::ofstream file_;
};

}  // namespace dcrnn
