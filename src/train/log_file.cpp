#include "log_file.hpp"

#include <fmt/chrono.h>

#include <ctime>

namespace dcrnn {

LogFile::LogFile(const std::string& path) : file_(path, std::ios::app) {}

void LogFile::write(LogLevel level, const std::string& text) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    file_ << fmt::format("{:%Y-%m-%d %H:%M:%S} {}{}\n", local,
                         level == LogLevel::warning ? "warning: " : "", text);
    file_.flush();  // a kill loses no line; a full disk must not end the run, so failures are
                    // ignored
    file_.clear();
}

}  // namespace dcrnn
